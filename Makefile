# `make play` and `make test` work on a fresh clone; what they need is installed first: into .venv and web/node_modules, and
# PostgreSQL and Chromium for the tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes
# Tests start many processes: each would compile what it imports anew if no bytecode were kept.
export PYTHONDONTWRITEBYTECODE :=
# A file's tests share a server, so they stay together; in the order that tests/conftest.py gives.
SPREAD := --dist loadfile --no-loadscope-reorder
# What ran out of time on a full machine is tried once more, and told; what is wrong fails at once.
PATIENT := --reruns 1 --only-rerun imeout --max-suite-reruns 4 --rerun-show-tracebacks

.PHONY: help play client wheel packages test tests-python tests-browser check-python check-web collected compiled sweep explore fuzz simulate hosts guide docs schema bench compare differential equality shots pictures lock clean

help:
	@echo "make play      set everything up and open the games in the browser"
	@echo "make client    build the web client"
	@echo "make puzzles-GAME  make the puzzles of a game anew, after a change of its engine (10 to 40 minutes of a core)"
	@echo "make wheel     make the file from which Triax runs without a clone, in dist"
	@echo "make test      set everything up and run every check"
	@echo "make sweep     the slow checks that make test leaves out, and new counterexamples looked for"
	@echo "make explore   look for new counterexamples to the rules' properties"
	@echo "make fuzz      try to break the server: 100,000 bad messages, and many bad requests"
	@echo "make simulate  two servers under 10,000 seeds, with whatever can go wrong; SEEDS=100 for fewer"
	@echo "make hosts     two servers and PostgreSQL as hosts, 1,000 kills and cut cables (Linux, root); FAULTS=100 for fewer"
	@echo "make guide     follow docs/hosting-debian.md on an empty Debian (Linux, root); SUITE=trixie for Debian 13"
	@echo "make docs      build the documentation as a site into build/docs"
	@echo "make compare   play the master against OpenSpiel's ISMCTS, and our environments beside others"
	@echo "make learners  OpenSpiel's learners and the trainer of examples/ on PyTorch, arrays shared with it and JAX, which it installs"
	@echo "make schema    write the schema files and the tables of docs that are made from the server's types"
	@echo "make bench     measure the rules and the compiled engines"
	@echo "make differential  walk 100,000 games in the rules and the compiled engines"
	@echo "make equality  a million games of each sort on a GPU and on the processor, bit by bit (needs triax[cuda])"
	@echo "make shots     take pictures of the client in all main states"
	@echo "make pictures  draw the pictures of README and docs and the icons again"
	@echo "make lock      resolve the dependencies again"

# uv installs in a fourth of the time; where it cannot, pip may know a way (a mirror in its settings).
$(READY): requirements.lock tools/uv.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name one with make PYTHON=...")'
	$(PYTHON) -m venv --clear $(VENV)
	{ $(INSTALL) -r tools/uv.lock && $(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --require-hashes -r requirements.lock; } \
	  2>/dev/null || $(INSTALL) -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

NODE_READY := web/node_modules/.ready
CLIENT := src/triax/server/client/index.html
CLIENT_SOURCES := $(shell find web/src web/public -type f -not -path 'web/src/generated/*') web/index.html web/vite.config.ts \
  web/svelte.config.js $(wildcard web/scripts/*.js) src/triax/drawing/tokens.json $(wildcard docs/schema/*.json docs/schema/*/*.json)

$(NODE_READY): web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "Node.js 20 or newer with npm is needed to build the web client." >&2; exit 1; }
	cd web && npm ci --silent --no-audit --no-fund
	@touch $@

$(CLIENT): $(NODE_READY) $(CLIENT_SOURCES)
	cd web && npm run --silent build

client: $(CLIENT)

play: $(READY) $(CLIENT)
	@$(BIN)/triax

# As the line in a pack says, from the beginning: after a change of a game's engine. With make puzzles-rota WORKERS=2.
WORKERS ?= 1
PUZZLES_axio := --playouts 150
PUZZLES_axo := --playouts 100 --players 2,2,1,2,2,1,2,3,2,2,1,4
PUZZLES_rota := --playouts 150
puzzles-%: $(READY)
	@mkdir -p build
	@rm -f build/puzzles-$*.jsonl.gz
	$(BIN)/triax puzzles make $* --seed 1 $(PUZZLES_$*) --workers $(WORKERS) --out build/puzzles-$*.jsonl.gz
	@mv build/puzzles-$*.jsonl.gz src/triax/puzzles/packs/$*.jsonl.gz

wheel: $(READY) $(CLIENT)
	$(BIN)/python -m hatchling build -t wheel

# What pip cannot bring: PostgreSQL and a browser, for the tests.
packages:
	@tools/system_packages.sh

# Engines for tests are compiled with less effort, a fourth sooner, and kept apart from those that people play against.
test: export NUMBA_OPT := 1
test: export NUMBA_CACHE_DIR := $(CURDIR)/build/engines
test: packages
# Side by side, each with the set-up that it needs; the longest first.
	+@$(MAKE) --no-print-directory -j 3 compiled check-web check-python collected
# Side by side once more, more of them than there are processors: each often waits, for a server, a browser or a clock.
	+@$(MAKE) --no-print-directory -j 2 tests-python tests-browser

tests-python: $(READY)
	$(BIN)/pytest -n 3 $(SPREAD) $(PATIENT) -p no:playwright --ignore tests/browser

# In processes of their own: what drives the browser keeps an event loop running. Their report comes in one piece.
tests-browser: $(READY) $(CLIENT)
	@mkdir -p build
	@$(BIN)/pytest -n 2 $(SPREAD) $(PATIENT) -p no:schemathesis tests/browser >build/tests-browser.txt 2>&1; status=$$?; cat build/tests-browser.txt; exit $$status

check-python: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy

check-web: $(CLIENT)
	cd web && npm run --silent check
	cd web && npm run --silent test

# Once, before several processes would each compile the same modules.
collected: $(READY)
	@$(BIN)/pytest --collect-only -p no:playwright --ignore tests/browser >/dev/null

# Before several tests at a time would each compile the engines for themselves. The longest first.
compiled: compiled-axo compiled-axio compiled-rota

compiled-%: $(READY)
	@$(BIN)/python -m tests.kernels.support.differential --game $* --games 8 --workers 1
	@$(BIN)/triax arena $* --bots master,adept --players 2 --playouts 1 --games 2 --workers 1 >/dev/null
	@$(BIN)/python -m tests.batch.support.walk $*

# The same on other databases, loops and themes: too slow for every change.
sweep: packages $(READY) $(CLIENT) explore
	$(BIN)/python -m tests.kernels.support.differential --games 4000
	$(BIN)/pytest -n 2 $(SPREAD) -m slow --ignore tests/browser
	TRIAX_ON_POSTGRES=1 $(BIN)/pytest -n 2 $(foreach room,people clubs mail notices days profile play_now,tests/server/test_$(room).py)
	TRIAX_FUZZ_REQUESTS=40 $(BIN)/pytest -n 2 tests/server/test_openapi.py
# With other luck each time.
	TRIAX_EXPLORE=1 $(BIN)/pytest -n 2 $(SPREAD) -m slow tests/browser

explore: $(READY)
	TRIAX_EXPLORE=1 $(BIN)/pytest -n 2 tests/games tests/server/test_table_model.py

fuzz: packages $(READY)
	TRIAX_FUZZ=100000 TRIAX_FUZZ_REQUESTS=400 $(BIN)/pytest -n 2 -rP tests/server/test_fuzz.py tests/server/test_openapi.py

SEEDS ?= 10000

simulate: $(READY)
	$(BIN)/python -m tests.server.simulation --seeds $(SEEDS) --workers 2

FAULTS ?= 1000

hosts: packages $(READY)
	$(BIN)/python -m tests.server.hosts --faults $(FAULTS) $(if $(SEED),--seed $(SEED))

SUITE ?= bookworm

guide: $(READY) $(CLIENT)
	timeout 1800 $(BIN)/python -m tests.hosting --suite $(SUITE) --compiled

docs: $(READY)
	$(BIN)/sphinx-build -W --keep-going -q -b html docs build/docs
	@echo "build/docs/index.html"

# PyTorch is as large as all else together: it is no part of the lock, and is installed when first asked for. One that is
# there is kept; another, such as a build without CUDA, is named with make learners TORCH=...
TORCH ?= torch>=2.4
learners: $(READY)
	@$(BIN)/python -c 'import torch' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check '$(TORCH)'
	@$(BIN)/python -c 'import jax, tree' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check jax dm-tree
	$(BIN)/pytest -p no:playwright -m 'slow or not slow' tests/envs/test_learners.py tests/examples/test_ppo.py tests/batch/test_sharing.py

schema: $(READY)
	$(BIN)/python tools/schema.py

bench: packages $(READY) $(CLIENT)
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/kernels.py
	$(BIN)/python bench/batch.py
	$(BIN)/python bench/envs.py
	$(BIN)/python bench/server.py
	$(BIN)/python bench/web.py

# On a machine with a GPU: the same bits there and on the processor.
equality: $(READY)
	$(BIN)/python -m tests.batch.support.equality --games 1000000

differential: $(READY)
	$(BIN)/python -m tests.kernels.support.differential --games 100000

compare: $(READY)
	$(BIN)/python bench/compare.py --budget 0.1 --games 96 --seed 2026
	$(BIN)/python bench/envs.py

shots: packages $(READY) $(CLIENT)
	$(BIN)/python -m tests.browser.support.shots

pictures: $(READY) $(CLIENT)
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/icons.py
	$(BIN)/python -m tests.browser.support.photos

LOCK := $(BIN)/uv pip compile --universal --generate-hashes --no-header --quiet --no-emit-index-url --python-version 3.11

# All but `cuda`, which is for machines with a GPU.
EXTRAS := arena data gymnasium openspiel pettingzoo ray

lock: $(READY)
	$(LOCK) $(addprefix --extra ,$(EXTRAS)) --group dev pyproject.toml -o requirements.lock
	echo uv | $(LOCK) --no-annotate - -o tools/uv.lock

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
