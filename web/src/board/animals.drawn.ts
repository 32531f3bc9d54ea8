// The six animals that the picture set does not have, drawn for Harmonies in the same flat style.

/** What stands inside an svg of 32 by 32, by the card's id. */
export const DRAWN_ANIMALS: Readonly<Record<string, string>> = {
  ray:
    '<path fill="#5c6f8c" d="M17 19c1 5 1 8 4.5 12-.5-4 .5-7-1.5-12z"/>' +
    '<path fill="#7c93b5" d="M16 3c2.5 0 3.5 1.5 5 3.5 3 3.5 6.5 4 10 8.5-3.5 1-6 3-8.5 5.5C20.5 22.5 18.5 24 16 24s-4.5-1.5-6.5-3.5C7 18 4.5 16 1 15c3.5-4.5 7-5 10-8.5C12.5 4.5 13.5 3 16 3z"/>' +
    '<path fill="#9db2d0" d="M16 5c1.7 0 2.5 1 3.5 3 1.5 4 1.5 8-.5 11.5-1.5 2.5-4.5 2.5-6 0-2-3.5-2-7.5-.5-11.5 1-2 1.8-3 3.5-3z"/>' +
    '<circle cx="12.7" cy="8.5" r="1.4" fill="#212121"/><circle cx="19.3" cy="8.5" r="1.4" fill="#212121"/>' +
    '<path fill="none" stroke="#5c6f8c" stroke-width=".9" stroke-linecap="round" d="M13.5 14l-1.5.6M13.5 16l-1.5.8M18.5 14l1.5.6M18.5 16l1.5.8"/>',
  kingfisher:
    '<path fill="#1b6fa8" d="M19 22l-3 8h4l4-9z"/>' +
    '<path fill="#f08a3c" d="M9 12c-2 7 0 14 8 14 5 0 8-4 8-9l-8-8z"/>' +
    '<path fill="#1d8fd1" d="M12 3c6-1 9 3 10 7 3 3 6 9 2 17-2-1-9-5-10-11L6 11c0-4 2-7.5 6-8z"/>' +
    '<path fill="#15699e" d="M17 13c6 2 9 7 7 14-4-2-8-6-9-11z"/>' +
    '<path fill="#433b6b" d="M8 8.5L.3 12.5 9 13z"/>' +
    '<path fill="#fff" d="M9 14c2 0 4 .5 5 2-1.5 1.5-4 1.5-5.5.5zM16 11c1.5.5 3 1.5 3 3-1 .5-2.5 0-3-1z"/>' +
    '<path fill="#f08a3c" d="M7 10.5c1.5-1.5 3.5-1.5 4.5-.5-1 1.5-3 2-4.5 1.5z"/>' +
    '<circle cx="12.5" cy="8" r="1.6" fill="#212121"/><circle cx="12" cy="7.5" r=".5" fill="#fff"/>' +
    '<path fill="#e0553a" d="M13 25.5h1.5V29H12zM17 26h1.5v3H16z"/>',
  meerkat:
    '<path fill="#b98a55" d="M21 27c4 0 7-2 9-5 .5 4-3 8-9 7.5z"/>' +
    '<path fill="#d3a66e" d="M11 13c-3 5-3.5 10-2.5 17h14c1-7 .5-12-2.5-17z"/>' +
    '<path fill="#f1dab4" d="M13 15c-1.5 5-1.5 9 0 14h5c1.5-5 1.5-9 0-14z"/>' +
    '<path fill="#b98a55" d="M10 16c-1 4 0 7 3.5 7.5l.5-2c-1.5-.5-2-2-2-5zM21 16c1 4 0 7-3.5 7.5l-.5-2c1.5-.5 2-2 2-5z"/>' +
    '<circle cx="8.8" cy="7" r="2.2" fill="#7a5a36"/><circle cx="22.2" cy="7" r="2.2" fill="#7a5a36"/>' +
    '<path fill="#d3a66e" d="M15.5 1.5c5 0 7.5 3 7.5 6.5 0 4.5-4 8-7.5 8S8 12.5 8 8c0-3.5 2.5-6.5 7.5-6.5z"/>' +
    '<path fill="#6a4b2c" d="M13.8 7.5c0 2-1.2 3-2.6 3-1.5 0-2-1.5-1.2-3 .9-1.6 3.8-2 3.8 0zM17.2 7.5c0 2 1.2 3 2.6 3 1.5 0 2-1.5 1.2-3-.9-1.6-3.8-2-3.8 0z"/>' +
    '<path fill="#f1dab4" d="M15.5 9c2.5 0 3.5 2 3.5 3.5 0 2-2 3.5-3.5 3.5S12 14.5 12 12.5C12 11 13 9 15.5 9z"/>' +
    '<circle cx="12" cy="8.3" r="1.1" fill="#212121"/><circle cx="19" cy="8.3" r="1.1" fill="#212121"/>' +
    '<path fill="#3a2a1c" d="M14 11.5h3l-1.5 2z"/><path fill="#7a5a36" d="M10.5 28H13q1.5 0 1.5 1.5v1H8.5q0-2.5 2-2.5zM18 28h2.5q2 0 2 2.5H16.5v-1q0-1.5 1.5-1.5z"/>',
  crow:
    '<path fill="#23242e" d="M20 20l10.5 7.5-3 .5 1 2-11-5z"/>' +
    '<path fill="#343644" d="M11.5 3C6.5 3 4.5 7 5 11c.5 8 4 15 11 15 5 0 8.5-3 9-7-.5-5-6-6-7.5-11-1-3-3-5-6-5z"/>' +
    '<path fill="#4b4e61" d="M14 13c6 1 10 5 11.5 12-6 1-11.5-3-11.5-12z"/>' +
    '<path fill="none" stroke="#343644" stroke-width="1" stroke-linecap="round" d="M17 18c1 2.5 3 4 5.5 5M19.5 17.5c1 1.5 2.5 3 4 3.5"/>' +
    '<path fill="#6b6e7d" d="M6 7.5L.3 11.5c2.3 1.5 4.7 1 6.2 0z"/>' +
    '<circle cx="10" cy="8" r="1.8" fill="#fff"/><circle cx="9.7" cy="8" r="1" fill="#212121"/>' +
    '<path fill="none" stroke="#6b6e7d" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" d="M13 26v4.5M10.5 30.5H15M18 26v4.5M15.5 30.5H20"/>',
  stork:
    '<path fill="none" stroke="#e0553a" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" d="M17.5 22v9H15M21 22l1 4-3 2"/>' +
    '<path fill="#f4f6f8" d="M10 2.5c3-1 6 .5 6 4 0 4-2.5 5-2 8 3-2 8-2.5 12 1 2 2 3.5 4 5 5-4 3.5-11 4.5-16 2.5-5.5-2-7-7-5-11.5 1-2.5 1-3-.2-4.7-1.2-1.8-.9-3.6.2-4.3z"/>' +
    '<path fill="#d9e0e7" d="M14 14.5c-1 3 0 6 4 7.5 4 1.2 9 .5 13-1.5-3.5 4.5-11 5.5-16 3.5-3-1.2-4.5-4-4-7z"/>' +
    '<path fill="#33363f" d="M20 16.5c4-.5 8 1.5 11.5 4.5-4 1.5-9 2-12.5-1z"/>' +
    '<path fill="#e0553a" d="M9.5 5L.3 12 10.5 8z"/>' +
    '<circle cx="11.8" cy="5.3" r="1.2" fill="#212121"/>',
  dragonfly:
    '<g fill="#8fd3e8" fill-opacity=".85" stroke="#4aa3c0" stroke-width=".6"><path d="M16 10C12 4 5 1.5 2 4c-1.5 2 3 7 13 9z"/><path d="M16 10c4-6 11-8.5 14-6 1.5 2-3 7-13 9z"/><path d="M15.5 13C8 12 2.5 14.5 2.5 17.5c.5 2.5 7 2 13-2.5z"/><path d="M16.5 13c7.5-1 13 1.5 13 4.5-.5 2.5-7 2-13-2.5z"/></g>' +
    '<path fill="#1c8a8f" d="M14.5 15h3l-.5 14.5q-1 2-2 0z"/>' +
    '<path fill="#136468" d="M14.6 18h2.8v1.2h-2.8zM14.7 21.5h2.6v1.2h-2.6zM14.8 25h2.4v1.2h-2.4z"/>' +
    '<path fill="#25a9ae" d="M16 7c2 0 3 2 3 4.5S17.5 17 16 17s-3-3-3-5.5S14 7 16 7z"/>' +
    '<circle cx="16" cy="6.2" r="2.3" fill="#25a9ae"/><circle cx="13.6" cy="5.2" r="2" fill="#d1453b"/><circle cx="18.4" cy="5.2" r="2" fill="#d1453b"/><circle cx="13.1" cy="4.6" r=".6" fill="#fff"/><circle cx="17.9" cy="4.6" r=".6" fill="#fff"/>',
};
