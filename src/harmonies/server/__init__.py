"""The server: tables, seats and people, over HTTP and WebSocket. It never decides what is legal."""
