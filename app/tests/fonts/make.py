"""Makes the fonts that tests look for missing characters in: make.py, with fontTools.

All their glyphs are bars drawn here, so they have no licence but the project's.

    names.ttc    two fonts: one with the letter A alone, and one with 陳, 昇, あ and 한
    tall.ttf     陳 in lines two thousand times as high as the text
"""

import pathlib

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection

HERE = pathlib.Path(__file__).resolve().parent


def bars(count, size):
    """A square of some bars."""
    pen = TTGlyphPen(None)
    high = size / (2 * count)
    for bar in range(count):
        low, top = round(2 * bar * high), round((2 * bar + 1) * high)
        pen.moveTo((0, low))
        pen.lineTo((0, top))
        pen.lineTo((size, top))
        pen.lineTo((size, low))
        pen.closePath()
    return pen.glyph()


def font(family, characters, size=1000, ascent=880):
    names = [".notdef"] + [f"u{ord(c):04X}" for c in characters]
    builder = FontBuilder(size, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(c): name for c, name in zip(characters, names[1:])})
    builder.setupGlyf({name: bars(count + 1, size) for count, name in enumerate(names)})
    builder.setupHorizontalMetrics({name: (size, 0) for name in names})
    builder.setupHorizontalHeader(ascent=ascent, descent=-size // 8)
    builder.setupNameTable({
        "familyName": family, "styleName": "Regular", "psName": family.replace(" ", "")})
    builder.setupOS2(sTypoAscender=ascent, usWinAscent=ascent, sTypoDescender=-size // 8)
    builder.setupPost(keepGlyphNames=False)
    # The same bytes every time.
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    return builder.font


both = TTCollection()
both.fonts = [font("Test Latin", "A"), font("Test Names", "陳昇あ한")]
both.save(HERE / "names.ttc")
font("Test Tall", "陳", size=16, ascent=32767).save(HERE / "tall.ttf")
