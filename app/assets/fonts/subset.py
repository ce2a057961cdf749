#!/usr/bin/env python3
"""Cuts the embedded fonts out of Noto Sans CJK SC, Noto Serif CJK SC, LXGW WenKai, Noto Emoji and Hack.

Noto Emoji and Hack are in the crate `epaint_default_fonts`. Needs fonttools (`pip install fonttools`) and
Debian's fonts-noto-cjk and fonts-lxgw-wenkai:

    python3 app/assets/fonts/subset.py FOLDER_OF_THE_CRATE [FOLDER_WITH_THE_TTC_FILES]

Run it again when a test says that a character has no glyph. The result depends
only on the source fonts and on the characters below, so it can be diffed.
"""

import re
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[2]
EGUI = Path(sys.argv[1]) / "fonts"
NOTO = Path(sys.argv[2] if len(sys.argv) > 2 else "/usr/share/fonts/opentype/noto")
KAI = Path("/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf")

SCANNED_FOLDERS = ["app", "core", "scripts"]
SCANNED_SUFFIXES = {".ftl", ".rs", ".luau", ".lua", ".md"}

# Where a range holds characters the source font lacks, they are left out.
RANGES = [
    (0x0020, 0x007E),  # ASCII
    (0x00A0, 0x00FF),  # Latin-1
    (0x2010, 0x205E),  # dashes, quotes, ellipsis
    (0x2070, 0x209F),  # superscripts and subscripts
    (0x20AC, 0x20AC),
    (0x2100, 0x218F),  # letterlike signs, fractions, Roman numerals
    (0x2190, 0x22FF),  # arrows, mathematics
    (0x2300, 0x23FF),  # technical signs
    (0x2460, 0x24FF),  # enclosed numbers
    (0x2500, 0x27BF),  # boxes, blocks, shapes, symbols, dingbats
    (0x2B00, 0x2BFF),
    (0x3000, 0x303F),  # CJK punctuation
    (0xFF01, 0xFFE6),  # full-width forms
]

JUNQI_PIECES = "司令军长师长旅长团长营长连长排长工兵炸弹地雷军旗"
WORDS = JUNQI_PIECES + "棋盘行营大本营兵站铁路公路前线山界暗棋明棋翻棋四国军棋飞行棋停机坪布阵"
TITLE_WORDS = (
    JUNQI_PIECES
    + "飞行棋军棋四国翻棋暗棋明棋棋盘红黄蓝绿南东北西方机胜负和第一二三四五六七八九十名开始新对局继续"
    + "复盘悔棋认输求和设置首页擂台工坊布阵残局棋谱存档打开保存退出再来一局回看获得赢输了你轮到掷骰子"
    + "起降落点终格经典规则机器人玩家局面"
)

# What is written with the brush: the pieces, and the print of the boards.
BRUSH_WORDS = JUNQI_PIECES + "行营大本兵站铁公路前线山界九宫天元四国三六鼎立陆战暗明翻棋布阵红紫绿蓝东南西北"


# What can be shown to the others at a table.
EMOJI = "\U0001F60A\U0001F604\U0001F62E\U0001F622\U0001F44D\U0001F338"

# What code is written with. Hack also has the letters of European names, which the fonts above lack.
CODE_RANGES = [
    (0x0020, 0x007E),  # ASCII
    (0x00A0, 0x017F),  # Latin-1, Latin Extended-A
    (0x2010, 0x205E),  # dashes, quotes, ellipsis
    (0x2190, 0x22FF),  # arrows, mathematics
    (0x2500, 0x25FF),  # boxes, blocks, shapes
    (0x27E8, 0x27E9),  # angle brackets
]

# Signs that are as wide as a hanzi in the fonts above. English texts take these narrow ones first.
NARROW_SIGNS = "\u2018\u2019\u201C\u201D\u2026"


def gb2312_hanzi():
    """All hanzi of GB 2312, so that players can type their names."""
    for row in range(16, 88):
        for cell in range(1, 95):
            try:
                yield bytes([0xA0 + row, 0xA0 + cell]).decode("gb2312")
            except UnicodeDecodeError:
                pass


def sources():
    for folder in SCANNED_FOLDERS:
        for path in sorted((REPO / folder).rglob("*")):
            if path.suffix in SCANNED_SUFFIXES and path.is_file():
                yield path.read_text(encoding="utf-8")


def sans_characters():
    chars = {chr(c) for first, last in RANGES for c in range(first, last + 1)}
    chars.update(gb2312_hanzi(), WORDS, TITLE_WORDS)
    for text in sources():
        chars.update(c for c in text if ord(c) > 0x7E)
    return chars


def title_characters():
    chars = {chr(c) for c in range(0x20, 0x7F)}
    chars.update(TITLE_WORDS, "·—…，。、：！？（）《》“”")
    # Any translated text may become a title; a title in two fonts looks broken.
    for path in sorted((REPO / "app/locales/zh").glob("*.ftl")):
        chars.update(c for c in path.read_text(encoding="utf-8") if c.isprintable())
    # The window shows the manual, and its headings are titles.
    manual = (REPO / "scripts/README.zh.md").read_text(encoding="utf-8")
    headings = [line for line in manual.splitlines() if line.startswith("#")]
    chars.update(c for line in headings for c in line)
    # The page of scripts shows the names of robots and house rules as titles.
    for path in sorted((REPO / "scripts").rglob("*.luau")):
        names = re.findall(r"^\s*name = \{.*?zh = \"(.*?)\"", path.read_text(encoding="utf-8"), re.M | re.S)
        chars.update(c for name in names for c in name)
    return chars


def member(collection, family):
    fonts = TTCollection(NOTO / collection, lazy=True).fonts
    return next(f for f in fonts if f["name"].getDebugName(1) == family or f["name"].getDebugName(16) == family)


def renamed(path, family, style):
    """A font under another name: its licence reserves the name it has for itself."""
    font = TTFont(path)
    names = {1: family, 2: style, 3: f"{family} {style}", 4: f"{family} {style}", 6: f"{family}-{style}".replace(" ", "")}
    table = font["name"]
    table.names = [record for record in table.names if record.nameID in (0, 5, 13, 14) and record.langID == 0x409]
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)
    return font


def narrowed(font):
    """The font with proportional instead of full-width quotes and dots."""
    table = font["GSUB"].table
    features = [record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == "pwid"]
    narrow = {}
    for index in sorted({index for feature in features for index in feature.LookupListIndex}):
        for part in table.LookupList.Lookup[index].SubTable:
            narrow.update(getattr(part, "ExtSubTable", part).mapping)
    for part in font["cmap"].tables:
        for sign in map(ord, NARROW_SIGNS):
            wide = getattr(part, "cmap", {}).get(sign)
            # Tables can share their characters, so the sign may be narrow already.
            if wide in narrow:
                part.cmap[sign] = narrow[wide]
    return font


def cut(font, characters, target):
    options = subset.Options()
    options.hinting = False
    options.layout_features = ["kern"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 16, 17]  # the copyright and licence stay in
    options.name_languages = [0x409]
    options.notdef_outline = True
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx", "DSIG"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(c) for c in characters])
    cutter.subset(font)
    # The same characters give the same bytes.
    font.recalcTimestamp = False
    subset.save_font(font, str(target), options)
    print(f"{target.name}: {len(font.getBestCmap())} characters, {target.stat().st_size / 1024:.0f} KiB")


def sans():
    return member("NotoSansCJK-Regular.ttc", "Noto Sans CJK SC")


def serif():
    return member("NotoSerifCJK-Bold.ttc", "Noto Serif CJK SC")


if __name__ == "__main__":
    cut(sans(), sans_characters(), HERE / "NotoSansCJKsc-Regular-subset.otf")
    cut(serif(), title_characters(), HERE / "NotoSerifCJKsc-Bold-subset.otf")
    cut(narrowed(sans()), NARROW_SIGNS, HERE / "NotoSansCJKsc-Regular-narrow.otf")
    cut(narrowed(serif()), NARROW_SIGNS, HERE / "NotoSerifCJKsc-Bold-narrow.otf")
    cut(renamed(KAI, "Qipan Kai", "Bold"), set(BRUSH_WORDS), HERE / "QipanKai-Bold-subset.ttf")
    cut(TTFont(EGUI / "NotoEmoji-Regular.ttf"), EMOJI, HERE / "NotoEmoji-Regular-subset.ttf")
    code = [chr(c) for first, last in CODE_RANGES for c in range(first, last + 1)]
    cut(TTFont(EGUI / "Hack-Regular.ttf"), code, HERE / "Hack-Regular-subset.ttf")
