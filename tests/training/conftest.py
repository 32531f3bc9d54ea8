"""One small run that was never disturbed, for all that other runs are compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from training.small_runs import trained

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    trained(folder)
    return folder
