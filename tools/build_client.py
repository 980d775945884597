"""Builds the web client into the wheel, so that whoever installs it needs no Node."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildClient(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # While developing, `make client` builds it where the server looks for it.
        if version == "editable":
            return
        web = Path(self.root) / "web"
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=web, check=True)
        subprocess.run(["npm", "run", "--silent", "build"], cwd=web, check=True)
