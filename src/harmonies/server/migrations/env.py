"""Alembic's entry: runs migrations on the connection that migrate.py hands over."""

from alembic import context

from harmonies.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
