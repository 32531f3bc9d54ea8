"""Under which addresses a server can be reached, for people to open and to pass on."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys

from harmonies.server.settings import Settings

# An address for documentation (RFC 5737). It is never sent to: connecting a datagram socket only
# has the system choose the way it would go.
_ELSEWHERE = "192.0.2.1"


def local_url(settings: Settings, port: int) -> str:
    """Where the page opens on this machine."""
    host = settings.host
    if host in ("0.0.0.0", "::", ""):
        host = "localhost"
    return f"http://{_in_url(host)}:{port}{settings.prefix}/"


def house_url(settings: Settings, port: int) -> str | None:
    """Where other devices in the house reach it; None when they cannot, or it is not known."""
    if settings.host not in ("0.0.0.0", "::", ""):
        return None
    address = house_address()
    return None if address is None else f"http://{_in_url(address)}:{port}{settings.prefix}/"


def is_this_machine(host: str) -> bool:
    """Whether a host's name means only the machine that says it."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def house_address() -> str | None:
    """This machine's address in its network; None when there is none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((_ELSEWHERE, 9))
            found = str(probe.getsockname()[0])
        if _is_of_use(found):
            return found
    except OSError:
        pass  # offline: a name may still be known
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return None
    return next((str(entry[4][0]) for entry in known if _is_of_use(str(entry[4][0]))), None)


def can_open_browser() -> bool:
    """Whether somebody sits here to whom a browser could be shown."""
    if os.environ.get("CI") or os.environ.get("SSH_CONNECTION") or not sys.stdout.isatty():
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    if os.geteuid() == 0:
        return False
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _is_of_use(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_link_local)
