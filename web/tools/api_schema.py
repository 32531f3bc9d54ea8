"""Prints the server's schema, from which the page's types are made (`npm run types`)."""

import json

from harmonies.server.app import create_app
from harmonies.server.settings import Settings

print(json.dumps(create_app(Settings()).openapi()))
