#!/usr/bin/env python3
"""Packs PNG files of the icon into qipan.icns (macOS) and qipan.ico (Windows).

    app/packaging/icons.py FOLDER

FOLDER holds SIZE.png for every size in pixels of ICNS and ICO. Both files are written there. Both
formats take PNG data as it is.
"""

import struct
import sys
from pathlib import Path

# The types of entries and their sizes in pixels. `ic11` to `ic14` are for screens of twice the density.
ICNS = {
    "ic11": 32,
    "ic12": 64,
    "ic07": 128,
    "ic13": 256,
    "ic08": 256,
    "ic14": 512,
    "ic09": 512,
    "ic10": 1024,
}
ICO = [16, 24, 32, 48, 64, 128, 256]


def icns(pictures: dict[int, bytes]) -> bytes:
    """Returns the icon file of macOS: a header and entries, each with its type and its length."""
    entries = b"".join(
        kind.encode() + struct.pack(">I", len(pictures[size]) + 8) + pictures[size]
        for kind, size in ICNS.items()
    )
    return b"icns" + struct.pack(">I", len(entries) + 8) + entries


def ico(pictures: dict[int, bytes]) -> bytes:
    """Returns the icon file of Windows: a header, a directory of 16 bytes an entry, the pictures."""
    offset = 6 + 16 * len(ICO)
    directory = b""
    for size in ICO:
        # A side of 256 pixels is written as 0. One plane, 32 bits a pixel.
        side = size % 256
        length = len(pictures[size])
        directory += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, length, offset)
        offset += length
    return struct.pack("<HHH", 0, 1, len(ICO)) + directory + b"".join(pictures[size] for size in ICO)


def main() -> None:
    folder = Path(sys.argv[1])
    sizes = sorted({*ICNS.values(), *ICO})
    pictures = {size: (folder / f"{size}.png").read_bytes() for size in sizes}
    (folder / "qipan.icns").write_bytes(icns(pictures))
    (folder / "qipan.ico").write_bytes(ico(pictures))


if __name__ == "__main__":
    main()
