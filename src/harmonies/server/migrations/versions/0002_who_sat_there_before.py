"""Seats know who sat there before, so that a game stays theirs to look at and to play again"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("former", sa.String(length=24), nullable=True))
        batch_op.create_foreign_key(
            batch_op.f("fk_seats_former"), "people", ["former"], ["id"], ondelete="SET NULL"
        )
        batch_op.create_index(batch_op.f("ix_seats_former"), ["former"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_former"))
        batch_op.drop_constraint(batch_op.f("fk_seats_former"), type_="foreignkey")
        batch_op.drop_column("former")
