# `make play` and `make test` work on a fresh clone; what they need is installed first: into .venv, and PostgreSQL for the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help play packages test explore bench differential pictures lock clean

help:
	@echo "make play      set everything up and play a first game in the terminal"
	@echo "make test      set everything up and run every check"
	@echo "make explore   look for new counterexamples to the rules' properties"
	@echo "make bench     measure the rules and the compiled engines"
	@echo "make differential  walk 100,000 games in the rules and the compiled engines"
	@echo "make pictures  draw the pictures of README and docs again"
	@echo "make lock      resolve the dependencies again (needs uv)"

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name one with make PYTHON=...")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

play: $(READY)
	@$(BIN)/triax play rota --seats you,novice

# What pip cannot bring: PostgreSQL, for the tests of the server.
packages:
	@tools/system_packages.sh

test: packages $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2

explore: $(READY)
	TRIAX_EXPLORE=1 $(BIN)/pytest -n 2 tests/games

bench: packages $(READY)
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/kernels.py

differential: $(READY)
	$(BIN)/python -m tests.kernels.differential --games 100000

pictures: $(READY)
	$(BIN)/python docs/pictures.py

lock:
	uv pip compile --universal --generate-hashes --no-header --quiet --no-emit-index-url --python-version 3.11 --all-extras --group dev pyproject.toml -o requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
