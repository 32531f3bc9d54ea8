"""What keeps `harmonies serve` from starting, each in a sentence; and `--check`, which looks first."""

from __future__ import annotations

import shutil
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from harmonies.server import checks
from harmonies.server.app import create_app
from harmonies.server.checks import CannotStart
from harmonies.server.database import make_engine
from harmonies.server.lock import Held, Lock, holder
from harmonies.server.migrate import migrate
from harmonies.server.report import SettingsWrong, findings, read_settings, variable
from harmonies.server.settings import OWN_PATHS, Settings
from server.harness import settings_for
from server.running import PATIENCE, PROGRAM, Process, environment
from server.test_nobody_gets_in import every_route

ELSEWHERE = "192.0.2.7"


def database_at(folder: Path) -> Path:
    """An empty database of the newest schema."""
    folder.mkdir(exist_ok=True)
    engine = make_engine(settings_for(folder).database)
    migrate(engine)
    engine.dispose()
    return folder / "harmonies.db"


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = settings_for(tmp_path, host="127.0.0.1", port=port)
        with pytest.raises(CannotStart, match=f"Another program uses port {port}"):
            checks.listen(settings)
    checks.listen(settings).close()


def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="does not have the address"):
        checks.listen(settings_for(tmp_path, host=ELSEWHERE))


@pytest.mark.parametrize("make", [True, False])
@pytest.mark.parametrize("place", ["file", "file/below", "file/far/below"])
def test_a_folder_that_cannot_be_one_is_refused(tmp_path: Path, place: str, make: bool) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStart, match="Choose another with --data"):
        checks.check_folder(tmp_path / place, make=make)


def test_a_folder_is_looked_at_without_being_made(tmp_path: Path) -> None:
    checks.check_folder(tmp_path / "new" / "one", make=False)
    assert not (tmp_path / "new").exists()


MOUNTS = """
mount --bind $0/disk $0/disk && mount -o remount,bind,ro $0/disk &&
mount --bind $0/file/harmonies.db $0/file/harmonies.db &&
mount -o remount,bind,ro $0/file/harmonies.db &&
mount -t tmpfs -o size=1m tmpfs $0/full && exec "$@"
"""

STARTS = """
import sys
from pathlib import Path
from harmonies.server import checks
from harmonies.server.app import create_app
from harmonies.server.settings import OWN_PATHS, Settings
for name in ("disk", "file", "full"):
    settings = Settings(data=Path(sys.argv[1], name))
    try:
        checks.check_folder(settings.data, make=True)
        checks.check_room(settings.data)
        checks.check_database(settings, deep=False)
        print(name, "starts")
    except checks.CannotStart as why:
        print(name, why)
"""


@pytest.fixture
def namespace() -> list[str]:
    """What gives a process mounts of its own, which end with it."""
    command = ["unshare", "--mount", "--map-root-user"]
    if subprocess.run([*command, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system lets nobody mount anything")
    return command


def test_disks_that_are_full_or_read_only_are_refused(tmp_path: Path, namespace: list[str]) -> None:
    database_at(tmp_path / "disk")
    database_at(tmp_path / "file")
    (tmp_path / "full").mkdir()
    done = subprocess.run(
        [
            *namespace,
            "sh",
            "-c",
            MOUNTS,
            str(tmp_path),
            sys.executable,
            "-c",
            STARTS,
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment(),
        check=True,
    )
    disk, file, full = done.stdout.splitlines()
    assert disk.startswith("disk ")
    assert "on a disk that is read-only" in disk
    assert file.startswith("file ")
    assert "harmonies.db is read-only" in file
    assert full.startswith("full The disk of ")
    assert "is full" in full


def test_a_disk_that_fills_up_is_survived(tmp_path: Path, namespace: list[str]) -> None:
    data = tmp_path / "data"
    data.mkdir()
    mount = 'mount -t tmpfs -o size=16m tmpfs $0 && exec "$@"'
    before = [*namespace, "sh", "-c", mount, str(data)]
    with Process(data, before, HARMONIES_PLAYER_WORKERS="0") as process:
        filler = Path(f"/proc/{process.pid}/root{data}/filler")
        known: list[str] = []

        def arrive() -> int:
            with httpx.Client(base_url=process.url, headers={"Origin": process.url}) as guest:
                answer = guest.post("/api/me", json={"name": "Ada"})
                if answer.status_code == 201:
                    known.append(answer.json()["id"])
                else:
                    assert answer.json()["code"] == "storage/full"
                return answer.status_code

        assert arrive() == 201
        with filler.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
            all(file.write(b"x" * 4096) for _ in range(10_000))
        assert 507 in (arrive() for _ in range(20))
        assert process.get("/readyz")[0] == 503
        assert process.get("/healthz")[0] == 200
        filler.unlink()
        assert arrive() == 201
        assert process.get("/readyz")[0] == 200
        for name in ("harmonies.db", "harmonies.db-wal"):  # they go with the process
            shutil.copyfile(filler.with_name(name), tmp_path / name)
        with closing(sqlite3.connect(tmp_path / "harmonies.db")) as connection:
            found = {row[0] for row in connection.execute("SELECT id FROM people")}
        assert found == set(known)
        assert process.end() == 0


def test_a_newer_programs_database_is_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(database_at(tmp_path))
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(CannotStart, match=r"newer version.*9999.*nothing was changed"):
        checks.check_database(settings_for(tmp_path), deep=False)


def test_a_damaged_database_is_noticed(tmp_path: Path) -> None:
    file = database_at(tmp_path)
    settings = settings_for(tmp_path)
    assert checks.check_database(settings, deep=True) == "current"
    content = bytearray(file.read_bytes())
    content[8192:40000] = b"\x55" * (40000 - 8192)
    file.write_bytes(content)
    with pytest.raises(CannotStart, match="damaged"):
        checks.check_database(settings, deep=True)
    file.write_bytes(b"something else entirely")
    with pytest.raises(CannotStart, match="is no database"):
        checks.check_database(settings, deep=False)


def test_a_database_that_another_program_holds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harmonies.server.database.BUSY_SECONDS", 0.1)
    holding = sqlite3.connect(database_at(tmp_path), isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    with pytest.raises(CannotStart, match="Another program holds"):
        checks.check_database(settings_for(tmp_path), deep=False)
    holding.close()


def test_a_lock_is_held_by_one_and_let_go_of(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert holder(path) is None
    with Lock(path) as lock:
        lock.say(url="http://here/")
        with pytest.raises(Held, match="http://here/"):
            Lock(path)
        assert holder(path) is not None
    assert holder(path) is None
    Lock(path).release()


# --check


def test_check_says_what_would_be_used_and_where_that_comes_from(tmp_path: Path) -> None:
    (tmp_path / "harmonies.toml").write_text("ping_every = 7.5\nabsent_after = 60\n")
    variables = {
        "HARMONIES_ABSENT_AFTER": "90",
        "HARMONIES_DATABASE_URL": f"sqlite:///{tmp_path}/games.db",
    }
    done = subprocess.run(
        [*PROGRAM, "serve", "--check", "--port", "0", "--data", str(tmp_path / "data")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment() | variables,
        timeout=PATIENCE,
        check=False,
    )
    words = {line.split()[0]: line for line in done.stdout.splitlines() if line}
    assert done.returncode == 0, done.stdout + done.stderr
    assert words["port"].endswith("  0  (command line)")
    assert words["absent_after"].endswith("  90.0  (HARMONIES_ABSENT_AFTER)")
    assert words["ping_every"].endswith("  7.5  (harmonies.toml)")
    assert words["host"].endswith("  0.0.0.0  (default)")
    assert not (tmp_path / "data").exists()
    assert not (tmp_path / "games.db").exists()


def test_every_setting_is_documented_with_its_variable_and_default() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    by_place = {"host", "data", "open", "database_url", "prefix", "trusted_proxies"}
    for name, field in Settings.model_fields.items():
        default = field.default
        said = "not set" if default is None else f"`{str(default).lower().removesuffix('.0')}`"
        if name in by_place:
            said = ""
        assert f"| `{name}` | `{variable(name)}` | {said}" in text, name


def test_settings_that_cannot_be_used_are_named_with_their_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "harmonies.toml").write_text("colour = 'red'\n")
    monkeypatch.setenv("HARMONIES_PLAYER_SECONDS", "long")
    with pytest.raises(SettingsWrong) as wrong:
        read_settings({"port": 70_000})
    port, seconds, colour = sorted(wrong.value.sentences, key=lambda sentence: "harm" in sentence)
    assert port.startswith("port (command line): ")
    assert seconds.startswith("player_seconds (HARMONIES_PLAYER_SECONDS): ")
    assert colour == "harmonies.toml: there is no setting called colour."
    (tmp_path / "harmonies.toml").write_text("colour = \n")
    with pytest.raises(SettingsWrong, match=r"harmonies\.toml cannot be read"):
        read_settings({})


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("foo", "An address is like"),
        ("oracle9://x/y", "one of sqlite, postgresql"),
        ("mysql://x/y", "one of sqlite, postgresql"),
        ("sqlite+nothing:///x.db", "An address is like"),
        ("postgresql+pg8000://me@db/games", "needs the Python package pg8000"),
        ("sqlite://", "kept in a file"),
        ("sqlite:///:memory:", "kept in a file"),
    ],
)
def test_databases_that_cannot_be_used_are_refused_in_a_sentence(url: str, said: str) -> None:
    with pytest.raises(SettingsWrong, match=f"^database_url .*{said}"):
        read_settings({"database_url": url})


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("open", "maybe", "This has to be true or false."),
        ("port", "", "This has to be a whole number."),
        ("port", "65536", "This has to be 65535 or less."),
        ("data", "", "Name a folder."),
        ("ping_every", "inf", "This has to be 3600 or less."),
        ("ping_every", "nan", "This has to be 3600 or less."),
        ("close_open_after", "1e400", "This has to be 3153600000 or less."),
        ("session_days", "999999999", "This has to be 3650 or less."),
        ("player_workers", "100000", "This has to be 256 or less."),
        ("largest_body", "10", "This has to be 1024 or more."),
        ("trusted_proxies", "127.0.0.1,proxy", "proxy is no address or network"),
        ("prefix", "/table", "does not begin with /table"),
        ("prefix", "/readyz/x", "does not begin with /readyz"),
        ("prefix", "/a/../b", "is a path like"),
        ("prefix", "/a//b", "is a path like"),
        ("prefix", "/a b", "is a path like"),
        ("public_url", "play.example.org", "is like https://"),
        ("public_url", "https://play.example.org:99999", "is like https://"),
        ("public_url", "https://play.example.org/h?x=1", "is like https://"),
        ("public_url", "https://me:secret@play.example.org", "is like https://"),
        ("public_url", "https://play example.org", "is like https://"),
    ],
)
def test_values_that_cannot_be_used_are_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(variable(name), value)
    with pytest.raises(SettingsWrong) as wrong:
        read_settings({})
    (sentence,) = wrong.value.sentences
    assert sentence.startswith(f"{name} ({variable(name)}): ")
    assert said in sentence
    assert sentence.endswith(".")
    assert "secret" not in sentence


def test_an_empty_variable_is_like_none_where_none_is_possible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("database_url", "public_url", "secure_cookies"):
        monkeypatch.setenv(variable(name), "")
    settings = read_settings({})
    assert (settings.database_url, settings.public_url, settings.secure_cookies) == (None,) * 3


def test_no_prefix_is_one_that_the_server_has_itself(tmp_path: Path) -> None:
    paths = {route.split()[1] for route in every_route(create_app(settings_for(tmp_path)).routes)}
    files = {path for path in paths if path.endswith(("js", "png", "svg", "webmanifest", "html"))}
    assert {path.split("/")[1] for path in paths - files} - {""} == OWN_PATHS


def test_the_home_folder_has_its_short_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARMONIES_DATA", "~/games")
    assert read_settings({}).data == Path.home() / "games"


def test_check_names_what_is_hardly_meant(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HARMONIES_PROT", "9000")
    settings = settings_for(tmp_path, port=0, public_url="https://play.example.org/h")
    said = [sentence for fine, sentence in findings(settings) if fine]
    assert "There is no setting for the variable HARMONIES_PROT. Is HARMONIES_PORT meant?" in said
    assert any(sentence.startswith("public_url leads to the path /h,") for sentence in said)
    fitting = settings_for(tmp_path, port=0, public_url="https://play.example.org/h", prefix="h")
    assert not any("public_url" in sentence for _, sentence in findings(fitting))


def test_check_says_when_there_is_no_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("harmonies.server.page.FOLDER", tmp_path)
    said = [sentence for fine, sentence in findings(settings_for(tmp_path, port=0)) if fine]
    assert any("The page has not been built" in sentence for sentence in said)
