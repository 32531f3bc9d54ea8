"""Throws broken records at the readers: nothing but a RecordError may come back.

    python tests/fuzz_records.py [SECONDS [SEED]]

Seconds and seed may also come from FUZZ_SECONDS and FUZZ_SEED. What is read in spite of all is
written and read again. The first input that fails is printed, and the exit code is 1.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections.abc import Callable

from fuzzing import seconds_and_seed
from harmonies.errors import RecordError
from harmonies.fair import verify
from harmonies.records import Record, from_json, parse_record, print_record, read_record, to_json
from record_games import SAMPLE, random_record

WORDS = (
    "\n", "\r\n", "\r", " ", "\t", ":", ";", ">", "#", ",", "/", "|", "?", "~", "@", "*", '"', "\\", "\0",
    "\ufeff", "\u200d", "\xa0", "é", "-", "0", "1", "2", "5", "9999999999", "A2", "B4s", "deal", "keep",
    "take", "place", "draft", "settle", "discard", "end", "undo", "resign", "replace", "drawn", "turned",
    "dealt", "WMT", "HHH", "TTL*", "lion", "owl", "otter", "c3", "g4", "seat", "nonce", "position", "first",
    "drawn WWW", "dealt ? ?", "end > drawn", "result: unfinished", "points: 0", "[", "]", "{", "}", "null",
    "true", "\\u0000", "\\ud800", "1e999", "-1",
)  # fmt: skip

Reader = Callable[[bytes], Record]


def mutated(choice: random.Random, data: bytes, other: bytes) -> bytes:
    """A text with one thing changed."""
    at = choice.randint(0, len(data))
    to = min(len(data), at + choice.choice([1, 2, 5, 20, 200]))
    match choice.randrange(10):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[to:]
        case 2:
            return data[:to] + data[at:]
        case 3:
            return data[:at] + choice.randbytes(to - at) + data[to:]
        case 4:
            return data[:at] + other[choice.randint(0, len(other)) :]
        case 5:
            lines = data.split(b"\n")
            choice.shuffle(pair := [choice.randrange(len(lines)) for _ in range(2)])
            lines[pair[0]], lines[pair[1]] = lines[pair[1]], lines[pair[0]]
            return b"\n".join(lines)
        case 6:
            words = data.split(b" ")
            words[choice.randrange(len(words))] = choice.choice(other.split(b" "))
            return b" ".join(words)
        case 7:
            lines = data.split(b"\n")
            lines.insert(choice.randrange(len(lines)), choice.choice(lines))
            return b"\n".join(lines)
        case 8:
            return (
                data[:at]
                + choice.choice(WORDS).encode() * choice.choice([1, 1, 2, 1000])
                + data[at:]
            )
        case _:
            return data[:at] + choice.choice(WORDS).encode() + data[to:]


def check_whole(record: Record) -> None:
    """What could be read can be written, and read again."""
    text = print_record(record)
    again = parse_record(text)
    assert print_record(again) == text
    assert again.game == record.game
    assert from_json(to_json(again, positions=True)) == again
    assert str(verify(again))


def attempt(read: Reader, data: bytes) -> bool:
    """Whether a reader takes a text for a record; what else than a RecordError comes out is a bug."""
    try:
        record = read(data)
    except RecordError as error:
        if min(error.line, error.column) < 1 or not error.fault.startswith("record/"):
            raise ValueError(f"an error without a place or code: {error}") from error
        return False
    check_whole(record)
    return True


def corpus(choice: random.Random) -> list[tuple[bytes, tuple[Reader, ...]]]:
    """Records to begin with, each with its readers."""
    records = [parse_record(SAMPLE), *(random_record(choice) for _ in range(30))]
    texts = [(print_record(record).encode(), (parse_record, read_record)) for record in records]
    objects = [(to_json(record, positions=True).encode(), (from_json,)) for record in records[:8]]
    return [*texts, *objects]


def main(seconds: float, seed: int) -> int:
    choice = random.Random(seed)
    began = time.monotonic()
    executions = taken = 0
    seeds = corpus(choice)
    while time.monotonic() - began < seconds:
        if executions % 20_000 == 19_999:
            seeds = corpus(choice)
        data, readers = choice.choice(seeds)
        for _ in range(choice.choice([1, 1, 1, 2, 4])):
            data = mutated(choice, data, choice.choice(seeds)[0])
        for read in readers:
            executions += 1
            try:
                taken += attempt(read, data)
            except Exception:
                traceback.print_exc()
                print(f"failed: {read.__name__}({data!r}), seed {seed}")
                return 1
    spent = time.monotonic() - began
    print(f"{executions} executions, {taken} taken for records, seed {seed}, {spent:.0f} s")
    print("no failures")
    return 0


if __name__ == "__main__":
    sys.exit(main(*seconds_and_seed()))
