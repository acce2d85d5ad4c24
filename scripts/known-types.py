#!/usr/bin/env python3
"""Writes the lists of types in Sources/ModelCodegen/Mangling from the symbol graphs of the toolchain.

usage: scripts/known-types.py      (takes a few seconds; look at the diff)
"""
import json
import pathlib
import re
import subprocess
import tempfile
import textwrap

# Of a name that two modules declare, the first counts.
MODULES = {
    "Foundation": "foundation",
    "FoundationEssentials": "essentials",
    "FoundationInternationalization": "internationalization",
    "Swift": "swift",
}
KINDS = ["class", "struct", "enum", "protocol"]
# What no attribute of an object has for a type.
LEFT_OUT = re.compile(
    r"CollectionDifference|ParseStrategy\.|FormatStyle\..*\.|Iterator$|UnitConverter|Expressions\.|"
    r"PredicateExpressions|XML|Thread|Stream|NSXPC|Serialization$|CodingKeys")
LEFT_OUT_OF_SWIFT = re.compile(
    r"^(Lazy|Unsafe.*(Iterator|Index)|Any.*(Collection|Iterator|Sequence|Index)|.*Iterator$|.*Sequence$|"
    r"Unicode\.|Keyed|Unkeyed|SingleValue|SIMD|Default|Managed|Opaque|Expressible|LosslessS|Custom|"
    r"TextOutput|Mirror|RandomNumber|SystemRandom)")


def symbols(folder, module):
    subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-target", "x86_64-unknown-linux-gnu",
         "-output-dir", folder, "-minimum-access-level", "public"], check=True)
    for path in sorted(pathlib.Path(folder).glob("*.symbols.json")):
        if path.name.split(".")[0].split("@")[0] == module:
            yield from json.loads(path.read_text())["symbols"]


def declared():
    types = {}
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            for symbol in symbols(folder, module):
                kind = symbol["kind"]["identifier"].removeprefix("swift.")
                path = ".".join(symbol["pathComponents"])
                if kind in KINDS and symbol["identifier"]["precise"].startswith("s:") and not any(
                        part.startswith("_") for part in symbol["pathComponents"]):
                    types.setdefault(path, (module, kind, "swiftGenerics" in symbol))
    return types


def is_listed(path, types):
    module = types[path][0]
    if LEFT_OUT.search(path) or (module == "Swift" and LEFT_OUT_OF_SWIFT.match(path)):
        return False
    parts = path.split(".")
    outer = [types.get(".".join(parts[:end])) for end in range(1, len(parts))]
    return len(parts) <= 3 and all(one and not one[2] and one[1] != "protocol" for one in outer)


def main():
    types = declared()
    folder = pathlib.Path(__file__).parent.parent / "Sources/ModelCodegen/Mangling"
    for module, name in MODULES.items():
        lines = []
        for kind in KINDS:
            names = sorted(p for p, t in types.items() if t[:2] == (module, kind) and is_listed(p, types))
            if module == "Foundation" and kind == "struct":
                names.append("_NSRange")
            if names:
                lines.append(textwrap.fill(
                    " ".join([kind] + names), width=94, initial_indent="    ",
                    subsequent_indent="      ", break_long_words=False, break_on_hyphens=False))
        (folder / f"KnownTypes+{name.capitalize()}.swift").write_text(
            "// Made from the symbol graph of the module by scripts/known-types.py.\n"
            "extension KnownTypes {\n"
            f"  /// What the module `{module}` declares: a kind, then the names that are of it.\n"
            f'  static let {name}Names = """\n' + "\n".join(lines) + '\n    """\n}\n')


main()
