"""Builds the web client into the sdist and the wheel, so that whoever installs one of them needs no Node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MADE_FROM = (
    *("web/src", "web/public", "web/scripts", "web/index.html", "web/vite.config.ts", "web/svelte.config.js"),
    *("docs/schema", "src/triax/drawing/tokens.json"),
)


class BuildClient(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # While developing, `make client` builds it where the server looks for it.
        if version == "editable" or self.is_built():
            return
        npm = shutil.which("npm")
        if npm is not None:
            self.build(npm)
        elif self.target_name == "sdist":
            self.app.abort("The web client is not built: npm (Node.js 20 or newer) is needed to make an sdist.")
        else:
            self.app.display_warning("Without the web client: it is not built, and there is no npm to build it with.")

    def is_built(self) -> bool:
        """There, and no older than what it is made from; in an sdist all files are of one age."""
        root = Path(self.root)
        page = root / "src" / "triax" / "server" / "client" / "index.html"
        files = [file for name in MADE_FROM for file in [root / name, *(root / name).rglob("*")] if file.is_file()]
        sources = [file for file in files if "generated" not in file.parts]
        return page.is_file() and all(file.stat().st_mtime <= page.stat().st_mtime for file in sources)

    def build(self, npm: str) -> None:
        web = Path(self.root) / "web"
        steps = [] if (web / "node_modules").is_dir() else [["ci", "--silent", "--no-audit", "--no-fund"]]
        for words in [*steps, ["run", "--silent", "build"]]:
            done = subprocess.run([npm, *words], cwd=web, check=False)
            if done.returncode:
                self.app.abort(f"The web client could not be built: npm {words[0]} failed ({done.returncode}).")
