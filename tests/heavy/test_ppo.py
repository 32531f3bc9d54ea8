"""The example learns, in small."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo_solo.py"
SMALL = "--moves 40960 --games 64 --width 16 --layers 1 --minibatch 512 --rate 1e-3 --examine 100"
RANDOM_AVERAGE = 21.6


def test_it_learns_to_play_much_better_than_at_random(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLE), *SMALL.split(), "--out", str(tmp_path)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    points = float(told.splitlines()[-1].split(": ")[1].split(" ±")[0])
    # 100 games have a standard error of 1 point; 40,000 moves give some 35.
    assert points > RANDOM_AVERAGE + 6, told
    curve = json.loads((tmp_path / "curve.json").read_text())["curve"]
    assert curve[-1]["moves"] == 40_960
    picture = ElementTree.parse(tmp_path / "curve.svg").getroot()
    line = picture.find("{http://www.w3.org/2000/svg}polyline")
    assert line is not None
    assert len(line.attrib["points"].split()) == len(curve)
