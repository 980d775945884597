"""What a GPU runs, in another version and in this one: the same instructions? Without a GPU, by numba-cuda
(pip install 'numba-cuda[cu13]').

    python bench/ptx.py REVISION

What `make equality` has compared on a GPU is as good as compared again where nothing of it has changed. Each kernel of
each game is compiled to PTX; names, and what is declared without being used, do not count.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import subprocess
import sys
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from beside import ROOT, checked_out

COMPUTE_CAPABILITY = (9, 0)
GAMES = ("rota", "axio", "axo")
FORMERLY = {"see": "observe", "deal_hidden": "resample"}
ROWS = {
    "boolean": ("chosen", "terminated", "refused"),
    "int32": ("setup", "seats"),
    "int64": ("actions", "decisions", "index"),
    "uint64": ("words",),
}
COLUMNS = {
    "boolean": ("mask",),
    "float32": ("rewards",),
    "int8": ("observation",),
    "int32": ("states", "out", "columns"),
    "int64": ("orders",),
    "uint64": ("luck",),
}
"""Arguments of kernels by the numbers in their arrays, of one and of two dimensions."""


def meant(ptx: str) -> str:
    """Without comments, and constants by what is in them."""
    lines, constants = [], {}
    for line in re.sub(r"//.*", "", ptx).splitlines():
        if found := re.match(r"\s*\.const \.align \d+ \.b8 (\S+?)(\[\d+\] = .*);", line):
            constants[found[1]] = sha256(found[2].encode()).hexdigest()[:12]
        elif line.strip() and ".common .global" not in line:
            lines.append(line.strip())
    text = re.sub(r"[\w$]*cmem[\w$]*", lambda name: constants.get(name[0], name[0]), "\n".join(lines))
    names: dict[str, str] = {}
    return re.sub(r"\w*_Z\w+", lambda name: names.setdefault(name[0], f"name{len(names)}"), text)


def kernels(tree: Path) -> dict[str, str]:
    """Of a checkout: each kernel's PTX, hashed."""
    sys.path.insert(0, str(tree / "src"))
    target: Any = import_module("triax.kernels.target")
    cuda, numbers = import_module("numba.cuda"), import_module("numba.types")
    # Functions that are called are compiled for the GPU that is there: this one.
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=COMPUTE_CAPABILITY)
    known = {
        name: getattr(numbers, kind)[(slice(None),) * (dimensions - 1) + (slice(None, None, 1),)]
        for dimensions, kinds in ((1, ROWS), (2, COLUMNS))
        for kind, names in kinds.items()
        for name in names
    }
    found = {}
    for game in GAMES:
        side: Any = import_module(f"triax.kernels.{game}.side")
        known["tables"] = known["states" if side.tables({}).ndim > 1 else "setup"]
        all_kernels = dict(target.Gpu(side.PARTS)._kernels)
        if "given" in inspect.signature(target.Gpu).parameters:
            all_kernels["step, given"] = target.Gpu(side.PARTS, given=True)._kernels["step"]
        for name, kernel in all_kernels.items():
            arguments = tuple(known[argument] for argument in inspect.signature(kernel.py_func).parameters)
            ptx, _ = cuda.compile_ptx(kernel.py_func, arguments, cc=COMPUTE_CAPABILITY)
            found[f"{game} {FORMERLY.get(name, name)}"] = sha256(meant(ptx).encode()).hexdigest()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", nargs="?", default="HEAD~1", help="what to compare with (default: %(default)s)")
    parser.add_argument("--of", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.of:
        print(json.dumps(kernels(given.of)))
        return
    with checked_out(given.revision) as tree:
        before, here = (
            json.loads(subprocess.run([sys.executable, __file__, "--of", path], stdout=-1, check=True).stdout)
            for path in (tree, ROOT)
        )
    for name, ptx in here.items():
        print(f"{name:<18} {'new' if name not in before else 'the same' if before[name] == ptx else 'differs'}")


if __name__ == "__main__":
    main()
