// The service worker: keeps what the page is made of at hand, so that it starts at once and can be
// installed. Games are the server's: nothing of the API is ever kept.

export {};
declare const self: ServiceWorkerGlobalScope;

/** What the build has made; the build fills them in. */
const FILES: readonly string[] = JSON.parse("__FILES__");
const KEPT = "harmonies __BUILD__";
const DOCUMENT = "./";

const scope = new URL(self.registration.scope);
const files = new Set(FILES.map((file) => new URL(file, scope).href));

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll([DOCUMENT, ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("harmonies ") && name !== KEPT))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (files.has(request.url)) event.respondWith(atHand(request));
  else if (request.mode === "navigate" && isOurs(new URL(request.url))) event.respondWith(fresh(request));
});

/** The page's own addresses; those of the API are answered by the server alone. */
function isOurs({ pathname }: URL): boolean {
  const path = pathname.slice(scope.pathname.length);
  return path === "" || path === "me" || /^table\/[\w-]+$/.test(path);
}

/** A file's name changes with its content, so one that is at hand is the right one. */
async function atHand(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: KEPT })) ?? fetch(request);
}

/** The document may have changed; the one at hand is for those who cannot ask. */
async function fresh(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(new URL(DOCUMENT, scope), { cacheName: KEPT });
    if (kept) return kept;
    throw error;
  }
}
