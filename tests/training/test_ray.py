"""The same run on a Ray cluster of two workers."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from training.small_runs import train_apart, what_was_learned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Two machines of a processor each, as far as Ray can tell. It says its address and waits.
CLUSTER = """
from ray.cluster_utils import Cluster
cluster = Cluster()
for _ in range(2):
    cluster.add_node(num_cpus=1, object_store_memory=80_000_000, include_dashboard=False)
cluster.wait_for_nodes()
print(cluster.address, flush=True)
input()
cluster.shutdown()
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, "the cluster did not start"
        yield address
        process.communicate("\n", timeout=60)


def test_a_cluster_gives_the_same_run(cluster: str, undisturbed: Path, tmp_path: Path) -> None:
    said = train_apart(tmp_path / "run", "--ray", cluster)
    assert said.code == 0, said.err
    assert what_was_learned(tmp_path / "run") == what_was_learned(undisturbed)


def test_where_no_cluster_is_it_says_so(tmp_path: Path) -> None:
    said = train_apart(tmp_path / "run", "--ray", "127.0.0.1:1")
    assert said.code == 2
    assert "No Ray cluster answers at 127.0.0.1:1" in said.err.splitlines()[-1]
