"""The same run on a Ray cluster of two workers."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

from training.small_runs import PROGRAM, SMALL, environment, train_apart, what_was_learned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Two machines of a processor each, as far as Ray can tell. The first only leads. It says its address
# and waits: a machine is lost, then all are.
CLUSTER = """
from ray.cluster_utils import Cluster
cluster = Cluster()
room = {"object_store_memory": 80_000_000, "include_dashboard": False}
cluster.add_node(num_cpus=0, **room)
first, second = (cluster.add_node(num_cpus=1, **room) for _ in range(2))
cluster.wait_for_nodes()
print(cluster.address, flush=True)
input()
cluster.remove_node(first, allow_graceful=False)
print("lost", flush=True)
input()
cluster.shutdown()
"""


class Cluster(NamedTuple):
    address: str
    process: subprocess.Popen[str]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, "the cluster did not start"
        yield Cluster(address, process)
        process.communicate("\n\n", timeout=60)


def test_a_cluster_gives_the_same_run(cluster: Cluster, undisturbed: Path, tmp_path: Path) -> None:
    said = train_apart(tmp_path / "run", "--ray", cluster.address)
    assert said.code == 0, said.err
    assert what_was_learned(tmp_path / "run") == what_was_learned(undisturbed)


def test_a_machine_that_is_lost_makes_no_difference(
    cluster: Cluster, undisturbed: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    command = [*PROGRAM, str(folder), *SMALL, "--ray", cluster.address]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment()) as running:
        while not (folder / "logs" / "begin.log").exists():
            assert running.poll() is None
            time.sleep(0.01)
        assert cluster.process.stdin is not None
        assert cluster.process.stdout is not None
        cluster.process.stdin.write("\n")
        cluster.process.stdin.flush()
        assert cluster.process.stdout.readline() == "lost\n"
        assert running.poll() is None, "the run was over before the machine was lost"
        _, said = running.communicate(timeout=600)
    assert running.returncode == 0, said
    assert what_was_learned(folder) == what_was_learned(undisturbed)


def test_where_no_cluster_is_it_says_so(tmp_path: Path) -> None:
    said = train_apart(tmp_path / "run", "--ray", "127.0.0.1:1")
    assert said.code == 2
    assert "No Ray cluster answers at 127.0.0.1:1" in said.err.splitlines()[-1]
