"""What is handed out: an sdist with the web client inside, from which pip installs everything without Node."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest

import triax

ROOT = Path(__file__).parents[1]
CLIENT = Path("triax", "server", "client")


def run(*words: str | Path, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Python, with nothing else to be found: no npm."""
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PATH"}}
    environment |= {"PATH": os.fspath(cwd), "PIP_NO_INDEX": "1", **more}
    told = [sys.executable, *map(str, words)]
    return subprocess.run(told, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, check=False)


def install(source: Path, target: Path) -> None:
    how = ["--no-deps", "--no-build-isolation", "--no-compile", "--target"]
    done = run("-m", "pip", "install", *how, target, source, cwd=target.parent)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [made] = folder.glob("*.tar.gz")
    return made


@pytest.fixture(scope="module")
def installed(sdist: Path) -> Path:
    install(sdist, sdist.parent / "installed")
    return sdist.parent / "installed"


@pytest.fixture
def bare(sdist: Path, tmp_path: Path) -> Path:
    """As a checkout on a machine without Node: sources, and no client."""
    subprocess.run(["tar", "-xf", str(sdist), "-C", str(tmp_path)], check=True)
    [unpacked] = tmp_path.glob("triax-*")
    shutil.rmtree(unpacked / "src" / CLIENT)
    return unpacked


def test_the_sdist_installs_with_its_client_and_without_npm(installed: Path, tmp_path: Path) -> None:
    page = (installed / CLIENT / "index.html").read_text("utf-8")
    scripts = re.findall(r'src="/(assets/[^"]+)"', page)
    assert scripts
    assert all((installed / CLIENT / name).is_file() for name in scripts)
    done = run("-c", "import triax; print(triax.__file__)", cwd=tmp_path, PYTHONPATH=str(installed))
    assert done.stdout == f"{installed / 'triax' / '__init__.py'}\n"
    done = run(installed / "bin" / "triax", "--help", cwd=tmp_path, PYTHONPATH=str(installed))
    assert (done.returncode, done.stderr) == (0, "")
    assert "serve" in done.stdout


def test_the_version_is_said_once(installed: Path, tmp_path: Path) -> None:
    assert metadata(installed).version == triax.__version__
    done = run("-m", "triax", "--version", cwd=tmp_path, PYTHONPATH=str(installed))
    assert done.stdout == f"triax {triax.__version__}\n"


def metadata(installed: Path) -> Distribution:
    [folder] = installed.glob("triax-*.dist-info")
    return PathDistribution(folder)


def test_an_index_can_show_the_package(installed: Path) -> None:
    """No picture and no link that leads into the repository."""
    told = metadata(installed).metadata
    assert told["Description-Content-Type"] == "text/markdown"
    page = str(told.get_payload()) if hasattr(told, "get_payload") else told["Description"]
    assert "pip install triax" in page
    assert not re.search(r"!\[|<img|\]\((?!https://)", page)
    assert "Typing :: Typed" in (told.get_all("Classifier") or [])


def test_without_npm_and_client_the_library_installs_and_serve_says_so(bare: Path, tmp_path: Path) -> None:
    done = run("-m", "hatchling", "build", "-t", "wheel", cwd=bare)
    assert done.returncode == 0
    assert "Without the web client" in done.stdout + done.stderr
    target = tmp_path / "target"
    [wheel] = (bare / "dist").glob("*.whl")
    shutil.unpack_archive(wheel, target, "zip")
    assert not (target / CLIENT).exists()
    words = ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'games.db'}", "--log-format", "text"]
    with subprocess.Popen(
        [sys.executable, "-m", "triax", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(target)},
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stderr is not None
        first = server.stderr.readline()
        server.terminate()
    assert "No web client in this installation" in first


def test_without_npm_and_client_no_sdist_is_made(bare: Path) -> None:
    done = run("-m", "hatchling", "build", "-t", "sdist", cwd=bare)
    assert done.returncode == 1
    assert "npm" in done.stderr
    assert len(done.stderr.splitlines()) == 1


# Without a clone.


def one_lines() -> list[str]:
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    return re.findall(r"^(?:uvx|pipx run) .+ triax serve$", page, re.MULTILINE)


def test_the_readme_has_the_line_of_the_docs() -> None:
    uvx, pipx = one_lines()
    readme = (ROOT / "README.md").read_text("utf-8")
    assert uvx in readme
    assert pipx in readme


@pytest.mark.slow
@pytest.mark.parametrize("line", one_lines())
def test_one_line_serves_the_games_in_an_empty_home(line: str, tmp_path: Path) -> None:
    """The words of the docs; what is needed comes from the package index."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(words, cwd=ROOT, capture_output=True, timeout=300, check=True)
    uvx = shutil.which("uvx", path=os.pathsep.join([os.fspath(Path(sys.executable).parent), os.environ["PATH"]]))
    assert uvx, "uv is missing: pip install -r tools/uv.lock"
    program, *rest = shlex.split(line)
    asked = [uvx, *rest] if program == "uvx" else [uvx, program, *rest]
    kept = {name: value for name, value in os.environ.items() if re.search("CERT|CA_BUNDLE|PROXY|INDEX", name, re.I)}
    home = tmp_path / "home"
    home.mkdir()
    with subprocess.Popen(
        [*asked, "--port", "0", "--log-format", "text"],
        cwd=tmp_path,
        env={**kept, "HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin"},
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stderr is not None
            said = ""
            while (found := re.search(r"Triax is at (http://\S+)", said)) is None:
                more = server.stderr.readline()
                assert more, said
                said += more
            for path, expected in (("/healthz", '"'), ("/", "<title>Triax")):
                with urllib.request.urlopen(found[1] + path, timeout=60) as answer:
                    assert answer.status == 200
                    assert expected in answer.read().decode()
        finally:
            server.terminate()
    assert list(home.glob(".local/share/triax/triax.sqlite"))


def test_the_citation_is_of_this_version() -> None:
    told = (ROOT / "CITATION.cff").read_text("utf-8")
    assert {"cff-version: 1.2.0", "type: software", f"version: {triax.__version__}"} <= {*told.splitlines()}
    assert re.search(r"^message: .+\ntitle: .+\n(.+\n)*authors:\n  - ", told, re.MULTILINE)
