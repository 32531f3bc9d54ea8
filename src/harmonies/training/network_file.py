"""The file that a network is kept in: what it says stands in docs/training.md."""

from __future__ import annotations

import json
import struct
import zlib
from typing import TYPE_CHECKING, Any

from harmonies import _core

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

MAGIC = b"HARMNET\n"
HEAD = struct.Struct("<8sIIII")
SUM_UNIT = 512
WEIGHT_UNIT = 1024
MOST_READ = 2047 / SUM_UNIT
MOST_HIDDEN = 4095 / WEIGHT_UNIT
POINTS_UNIT = 8.0


def write(weights: Mapping[str, np.ndarray], provenance: Mapping[str, Any]) -> bytes:
    """The file's bytes, from weights as they were learned: rounded to the core's whole numbers.

    ``rows`` are those of the first layer, ``hidden``, ``hidden_bias``, ``out`` and ``out_bias`` the
    others' for each stage, ``spread`` the points by which final scores differ, by stage.
    """
    import numpy as np

    def whole(values: Any, unit: float, kind: str, most: int) -> bytes:
        rounded = np.clip(np.rint(np.asarray(values, np.float64) * unit), -most, most)
        return rounded.astype(kind).tobytes()

    body = [whole(weights["rows"], SUM_UNIT, "<i2", 32767)]
    for stage in range(_core.NETWORK_SHAPE[3]):
        body += [
            whole(weights["hidden"][stage], WEIGHT_UNIT, "<i2", 8191),
            whole(weights["hidden_bias"][stage], SUM_UNIT * WEIGHT_UNIT, "<i4", 1 << 29),
            whole(weights["out"][stage], WEIGHT_UNIT, "<i2", 32767),
            whole(weights["out_bias"][stage], WEIGHT_UNIT * WEIGHT_UNIT, "<i4", 1 << 30),
        ]
    body.append(whole(weights["spread"], 1000, "<i4", 1 << 30))
    text = json.dumps(dict(provenance), ensure_ascii=False, sort_keys=True).encode()
    content = text + b"".join(body)
    head = HEAD.pack(
        MAGIC, _core.NETWORK_VERSION, _core.NETWORK_MARK, len(text), zlib.crc32(content)
    )
    return head + content
