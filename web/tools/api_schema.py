"""Prints the models of the server's schema, from which the page's types are made (`npm run types`)."""

import json
import sys

from harmonies.server.app import create_app
from harmonies.server.settings import Settings

schema = create_app(Settings()).openapi()
json.dump({**schema, "paths": {}}, sys.stdout)
