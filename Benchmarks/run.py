#!/usr/bin/env python3
"""Measures OpenCoreData against hand-written C and SQLite, and prints the ratios.

How a ratio is measured, and what each operation does, is in README.md beside this file.
"""
import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
WORK = os.path.join(HERE, "Work")
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import generate  # noqa: E402

SHORTEST = 0.020  # CPU seconds: shorter work is repeated in one process


class NotThere(Exception):
    """The program does not know the operation."""


# --- The rows of the table ------------------------------------------------------------------------


@dataclass
class Row:
    """A line of the table: one piece of work on both sides, and what the ratio has to be."""

    number: str
    work: str
    against: str
    ours: str  # the arguments of `bench`; {d} is the folder of W(n)
    floor: str  # the arguments of `floors`
    first: float | None
    goal: float | None
    kind: str = "cpu"  # or "memory", "bytes", or "process": two whole commands
    makes: list = field(default_factory=list)  # files that must not be there before a run
    copies: list = field(default_factory=list)  # (from, to): files that each run may spoil
    grows: float | None = None  # the bound on its growth, row 11


ROWS = [
    Row("1", "open from XML, every value", "sax-load", "open-xml {d}", "sax-load {d}/movies.xml",
        1.5, 1.0, grows=1.3),
    Row("2", "save new objects as XML", "write", "save-xml {d} {d}/saved.xml",
        "write {d}/movies.xml {d}/copy", 6, 2, makes=["saved.xml", "copy"]),
    Row("3", "open binary, fetch 100 by title", "sqlite-fetch", "fetch-binary {d}/movies.plist",
        "sqlite-fetch {d}/movies.sqlite", 1.0, 0.25, grows=1.3),
    Row("4", "the same fetch, store open", "sqlite-fetch", "fetch-open {d}/movies.plist",
        "sqlite-fetch {d}/movies.sqlite", 0.33, 0.1),
    Row("14", "10 000 titles by an index", "sqlite-indexed", "fetch-indexed {d}/movies.plist",
        "sqlite-indexed {d} {d}/indexed.sqlite", None, 1.0),
    Row("5", "open binary, read every property", "sqlite-load", "open-binary-load {d}/movies.plist",
        "sqlite-load {d}/movies.sqlite", 2.0, 1.0, grows=1.3),
    Row("6", "insert from .tsv, save binary", "sqlite-create", "create-binary {d} {d}/new.plist",
        "sqlite-create {d} {d}/new.sqlite", 2.0, 1.0, makes=["new.plist", "new.sqlite"],
        grows=1.3),
    Row("7", "1 000 changes, each saved", "sqlite-update", "update-binary {d}/update.plist 1000",
        "sqlite-update {d}/update.sqlite 1000", None, 1.0,
        copies=[("movies.plist", "update.plist"), ("movies.sqlite", "update.sqlite")]),
    Row("7", "bytes that such a save writes", "bytes", "update-binary {d}/update.plist 1000", "",
        None, 65_536, kind="bytes", copies=[("movies.plist", "update.plist")]),
    Row("8", "change one object, save XML", "write", "update-xml {d}/update.xml 1",
        "write {d}/movies.xml {d}/copy", 2.5, 1.3, makes=["copy"],
        copies=[("movies.xml", "update.xml")]),
    Row("9", "peak memory of 5", "sqlite-load", "open-binary-load {d}/movies.plist",
        "sqlite-load {d}/movies.sqlite", 2.0, 1.2, kind="memory"),
    Row("10", "peak memory of 3", "megabytes", "fetch-binary {d}/movies.plist", "", None, 64,
        kind="memory"),
    Row("13", "coredata info, whole process", "sqlite3 .schema", "info {d}/movies.plist",
        "{d}/movies.sqlite .schema", 5, 2, kind="process"),
]


# --- Running the two sides ------------------------------------------------------------------------


@dataclass
class Figures:
    """What one run printed."""

    cpu: float
    peak: float
    setup: float | None
    check: str | None
    values: dict  # everything that was printed, by name


class Program:
    """`bench` or `floors`: runs an operation and knows what its own start-up costs."""

    def __init__(self, path):
        self.path = path
        starts = [self.run("noop x") for _ in range(7)]
        self.startup = statistics.median(f.cpu for f in starts)
        self.startup_peak = statistics.median(f.peak for f in starts)

    def run(self, arguments, times=1):
        command = [self.path, "--repeat", str(times), *arguments.split()]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 2:
            raise NotThere
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr.strip()}")
        columns = done.stdout.strip().splitlines()[-1].split("\t")
        values = dict(column.split("=") for column in columns[1:])
        setup = values.get("setup")
        return Figures(float(values["cpu"]), float(values["peakMB"]),
                       None if setup is None else float(setup), values.get("check"), values)

    def seconds(self, arguments, times):
        """The CPU seconds of one repetition, without start-up and preparation."""
        figures = self.run(arguments, times)
        before = self.startup if figures.setup is None else figures.setup
        return max(figures.cpu - before, 1e-6) / times

    def megabytes(self, arguments):
        """The peak of one run above that of doing nothing."""
        return max(self.run(arguments).peak - self.startup_peak, 0.01)


def process_seconds(command):
    """The CPU seconds of a whole command."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode == 2:
        raise NotThere
    if child.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime


class Bench:
    """Both programs, and the folders of the workloads."""

    def __init__(self, options):
        self.pairs = options.pairs
        self.ours = Program(options.bench or build_bench())
        self.floors = Program(build_floors())
        self.tool = options.coredata

    def prepare(self, row, folder):
        for name in row.makes:
            path = os.path.join(folder, name)
            if os.path.exists(path):
                os.remove(path)
        for source, copy in row.copies:
            shutil.copyfile(os.path.join(folder, source), os.path.join(folder, copy))

    def sides(self, row, folder):
        """Two functions without arguments: each runs its side once and gives its figure."""
        ours, floor = row.ours.format(d=folder), row.floor.format(d=folder)
        if row.kind == "memory":
            return lambda: self.ours.megabytes(ours), lambda: self.floors.megabytes(floor)
        if row.kind == "bytes":
            return lambda: float(self.ours.run(ours).values["n"]), None
        if row.kind == "process":
            self.tool = self.tool or build_tool()
            return (lambda: process_seconds([self.tool, *ours.split()]),
                    lambda: process_seconds(["sqlite3", *floor.split()]))
        self.prepare(row, folder)
        self.compare(ours, floor)
        times = [self.repetitions(row, folder, program, arguments)
                 for program, arguments in ((self.ours, ours), (self.floors, floor))]
        return (lambda: self.ours.seconds(ours, times[0]),
                lambda: self.floors.seconds(floor, times[1]))

    def compare(self, ours, floor):
        """Both sides must have found the same, where they say what they found."""
        checks = [self.ours.run(ours).check, self.floors.run(floor).check] if floor else []
        if len(set(filter(None, checks))) > 1:
            sys.exit(f"'{ours}' found {checks[0]}, '{floor}' found {checks[1]}")

    def repetitions(self, row, folder, program, arguments):
        """How often work must be repeated in one process to take long enough to be measured."""
        self.prepare(row, folder)
        once = program.seconds(arguments, 1)
        return 1 if once >= SHORTEST else min(1000, math.ceil(1.5 * SHORTEST / max(once, 3e-5)))

    def measure(self, row, folder):
        """The figures of the pairs; the two sides alternate, and so does which of them begins."""
        ours, floor = self.sides(row, folder)
        if not row.floor:
            floor = lambda: 1.0
        pairs = []
        for i in range(self.pairs):
            figures = {}
            for side in ("ours", "floor") if i % 2 == 0 else ("floor", "ours"):
                self.prepare(row, folder)
                figures[side] = (ours if side == "ours" else floor)()
            pairs.append((figures["ours"], figures["floor"]))
        return Result(row, pairs)


@dataclass
class Result:
    """The pairs of one row."""

    row: Row
    pairs: list

    @property
    def ratios(self):
        return sorted(ours / floor for ours, floor in self.pairs)

    @property
    def ratio(self):
        return statistics.median(self.ratios)

    @property
    def ours(self):
        return statistics.median(ours for ours, _ in self.pairs)

    @property
    def floor(self):
        return statistics.median(floor for _, floor in self.pairs)


# --- Building, generating -------------------------------------------------------------------------


def build(*command, **options):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


def build_swift(package, product, *flags):
    note(f"building {product} (release)")
    script = os.path.join(ROOT, "scripts", "build-release.sh")
    done = subprocess.run([script, package, product, *flags], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{product} could not be built\n{done.stderr}")
    return done.stdout.splitlines()[-1]


def build_bench():
    return build_swift(HERE, "bench")


def build_tool():
    return build_swift(ROOT, "coredata", "-Xlinker", "-s")


def build_floors():
    os.makedirs(WORK, exist_ok=True)
    path = os.path.join(WORK, "floors")
    flags = build("pkg-config", "--cflags", "--libs", "libxml-2.0", "sqlite3").split()
    build("cc", "-O2", os.path.join(HERE, "floors.c"), "-o", path, *flags)
    return path


def make_workload(n, bench):
    """The folder of W(n): the generated files, the model, and both programs' stores."""
    folder = os.path.join(WORK, f"W{n}")
    if not os.path.exists(os.path.join(folder, "complete")):
        note(f"generating W({n})")
        generate.generate(n, folder)
        open(os.path.join(folder, "complete"), "w").close()
    shutil.copytree(os.path.join(HERE, "Movies.xcdatamodeld"),
                    os.path.join(folder, "Movies.xcdatamodeld"), dirs_exist_ok=True)
    bench.floors.run(f"sqlite-create {folder} {folder}/movies.sqlite")
    shutil.copyfile(f"{folder}/movies.sqlite", f"{folder}/indexed.sqlite")
    bench.floors.run(f"sqlite-index {folder}/indexed.sqlite")
    if os.path.exists(f"{folder}/movies.plist"):
        os.remove(f"{folder}/movies.plist")
    try:
        bench.ours.run(f"create-binary {folder} {folder}/movies.plist")
    except NotThere:
        note("bench has no create-binary yet: the rows about binary stores cannot be measured")
    return folder


# --- Printing -------------------------------------------------------------------------------------

HEAD = ("#", "work", "against", "ours", "floor", "ratio", "spread", "first", "goal")
WIDTHS = (3, 33, 16, 10, 10, 8, 15, 13, 13)


def note(text):
    print(f"… {text}", file=sys.stderr, flush=True)


def spaced(n):
    return f"{n:,}".replace(",", " ")


def line(columns):
    cells = (f"{text:<{width}}" if i < 3 else f"{text:>{width}}"
             for i, (text, width) in enumerate(zip(columns, WIDTHS)))
    print("".join(cells).rstrip(), flush=True)


def amount(value, kind):
    if kind == "memory":
        return f"{value:.1f} MB"
    if kind == "bytes":
        return f"{value:.0f} bytes"
    return f"{value:.3f} s" if value >= 0.1 else f"{value * 1000:.2f} ms"


def verdict(ratio, bound):
    if bound is None:
        return ""
    return f"{bound:g} {'holds' if ratio <= bound else 'misses'}"


def print_result(result):
    row, low, high = result.row, result.ratios[0], result.ratios[-1]
    floor = amount(result.floor, row.kind) if row.floor else ""
    line((row.number, row.work, row.against, amount(result.ours, row.kind), floor,
          f"{result.ratio:.2f}", f"{low:.2f}–{high:.2f}", verdict(result.ratio, row.first),
          verdict(result.ratio, row.goal)))


def print_growth(results, sizes):
    """Row 11: how much faster ours grows than the floor, from the last size but one to the last."""
    small, large = sizes[-2:]
    print(f"\n11 growth from W({spaced(small)}) to W({spaced(large)}), ours against the floor's")
    for row in ROWS:
        if row.grows is None or id(row) not in results[small] or id(row) not in results[large]:
            continue
        before, after = results[small][id(row)], results[large][id(row)]
        ours, floor = after.ours / before.ours, after.floor / before.floor
        growth = ours / floor
        print(f"   row {row.number}: {ours:.1f} against {floor:.1f}, ratio {growth:.2f},"
              f" first {verdict(growth, row.grows)}, goal {verdict(growth, 1.1)}")


# --- Editing --------------------------------------------------------------------------------------

EDITING = "15"  # its number
PARTS = ("insert", "undo", "redo", "delete")


def measure_editing(n, bench):
    """The median seconds of each part of `edit-graph`, and the peak of memory."""
    runs = [bench.ours.run(f"edit-graph {n}", 3 if n <= 10_000 else 1) for _ in range(bench.pairs)]
    medians = {part: statistics.median(float(run.values[part]) for run in runs) for part in PARTS}
    return medians, statistics.median(run.peak for run in runs) - bench.ours.startup_peak


def print_editing(sizes, bench):
    """Row 15: what editing costs each object, and the exponents by which that grows."""
    print(f"\n{EDITING} editing with an undo manager, median of {bench.pairs}")
    figures = {}
    for n in sizes:
        figures[n], peak = measure_editing(n, bench)
        parts = ", ".join(f"{part} {amount(figures[n][part], 'cpu')}" for part in PARTS)
        print(f"   {spaced(n)} movies: {parts}, peak {amount(peak, 'memory')}", flush=True)
    for small, large in zip(sizes, sizes[1:]):
        print(f"   growth exponents from {spaced(small)} to {spaced(large)}")
        for part in PARTS:
            exponent = math.log(figures[large][part] / figures[small][part], large / small)
            print(f"      {part}: {exponent:.2f}, goal {verdict(exponent, 1.1)}")


# --- Accessors ------------------------------------------------------------------------------------

ACCESSORS = "12"  # its number
STORED = ("get-int64", "get-string", "set-int64", "set-string")


def print_accessors(bench):
    """Row 12: nanoseconds of a generated getter and setter, and the ratios to a stored property."""
    runs = [bench.ours.run("access x", 3) for _ in range(bench.pairs)]
    names = [name for name in runs[0].values if name.startswith(("get-", "set-"))]

    def median(name):
        return statistics.median(float(run.values[name]) for run in runs)

    print(f"\n{ACCESSORS} accessors, nanoseconds, median of {bench.pairs}; sets have ten members")
    for name in names:
        text = f"   {name:<12}{median(name):8.1f}   observable {median('observable-' + name):8.1f}"
        if name in STORED:
            ratios = [float(run.values[name]) / float(run.values["stored-" + name]) for run in runs]
            ratio = statistics.median(ratios)
            text += f"   stored {median('stored-' + name):6.1f}   ratio {ratio:.2f}"
            if name.startswith("get-"):
                text += f", first {verdict(ratio, 6)}, goal {verdict(ratio, 2)}"
        print(text, flush=True)


def measure_size(n, bench, wanted):
    folder = make_workload(n, bench)
    print(f"\nW({spaced(n)}), {bench.pairs} pairs")
    line(HEAD)
    results = {}
    for row in ROWS:
        if wanted and row.number not in wanted:
            continue
        try:
            results[id(row)] = bench.measure(row, folder)
            print_result(results[id(row)])
        except (NotThere, FileNotFoundError):
            line((row.number, row.work, row.against, "not there yet"))
    return results


def save_json(path, results):
    rows = [{"n": n, "row": r.row.number, "work": r.row.work, "against": r.row.against,
             "ratio": r.ratio, "pairs": r.pairs, "first": r.row.first, "goal": r.row.goal}
            for n, of_size in results.items() for r in of_size.values()]
    with open(path, "w") as file:
        json.dump(rows, file, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", default="10000,100000", help="numbers of movies, ascending")
    parser.add_argument("--million", action="store_true", help="W(1 000 000) too")
    parser.add_argument("--pairs", type=int, default=5, help="runs of each side, at least 5")
    parser.add_argument("--rows", default="", help="only these rows, such as 1,5")
    parser.add_argument("--json", help="write all figures to this file as well")
    parser.add_argument("--bench", help="a bench executable that is built already")
    parser.add_argument("--coredata", help="a coredata executable that is built already")
    options = parser.parse_args()
    if options.pairs < 5:
        parser.error("a ratio needs at least 5 pairs")

    sizes = sorted({int(size) for size in options.sizes.split(",")}
                   | ({1_000_000} if options.million else set()))
    wanted = set(filter(None, options.rows.split(",")))
    bench = Bench(options)
    results = {}
    if not wanted or wanted - {EDITING, ACCESSORS}:
        results = {n: measure_size(n, bench, wanted) for n in sizes}
        if len(sizes) > 1 and (not wanted or "11" in wanted):
            print_growth(results, sizes)
    if not wanted or ACCESSORS in wanted:
        print_accessors(bench)
    if not wanted or EDITING in wanted:
        print_editing(sizes, bench)
    if options.json:
        save_json(options.json, results)


if __name__ == "__main__":
    main()
