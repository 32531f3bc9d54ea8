# `make help` lists what there is. The first two targets are all that most people need.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
PLAYERS ?= random greedy handmade
FUZZ_SECONDS ?= 600
FUZZ_SEED ?= 1
KIT_PYTHON ?= 3.12

VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv pip
STEP := tools/step
CORE := $(shell find core/include core/src core/search core/net core/batch core/bindings \
          -name '*.[ch]pp' 2>/dev/null)
CORE_WASM := $(shell find core/include core/src core/wasm -name '*.[ch]pp' 2>/dev/null)
PAGE := src/harmonies/web_page/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f) web/index.html web/vite.config.ts \
                  web/svelte.config.js web/tools/budget.mjs web/tools/service_worker.ts \
                  src/harmonies/data/cards.json
CPP := $(shell find core -name '*.[ch]pp')
TYPED := src tests tools $(wildcard bench examples)

# A checkout that was moved needs a new environment: the scripts in the old one name the old place.
ifneq ($(shell cat $(VENV)/.place 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/.tools
endif

.PHONY: help
help:  ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Playing

.PHONY: play
play: setup  ## set up what is missing, start a server and open the page in the browser
	@$(BIN)/harmonies serve

.PHONY: setup
setup: $(VENV)/.setup $(PAGE)  ## build what playing needs; does nothing the second time
	@:

$(VENV)/.tools: requirements/uv.txt requirements/play.txt tools/make_environment
	@tools/make_environment "$(PYTHON)" $(VENV)
	@touch $@

$(VENV)/.setup: $(VENV)/.tools pyproject.toml CMakeLists.txt $(CORE)
	@$(STEP) "Building the core" env PATH="$(CURDIR)/$(BIN):$$PATH" \
	  $(UV) install --python $(BIN)/python --no-build-isolation --no-deps \
	  --reinstall-package harmonies -C build-dir=build/editable \
	  $(if $(CI),-C cmake.define.HARMONIES_STRICT=ON) -e .
	@touch $@

build/wasm/harmonies.wasm: $(VENV)/.tools tools/build_wasm.py $(CORE_WASM)
	@$(STEP) "Building the core as WebAssembly" $(BIN)/python tools/build_wasm.py
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	@tools/check_node
	@$(STEP) "Installing what the page is built with" npm --prefix web ci --no-audit --no-fund
	@touch $@

$(PAGE): build/wasm/harmonies.wasm web/node_modules/.installed $(PAGE_SOURCES)
	@$(STEP) "Building the page" npm --prefix web run build

# Tests

$(VENV)/.dev: requirements/dev.txt $(VENV)/.tools
	@tools/check_node
	@$(STEP) "Installing what tests and checks need" \
	  tools/install_pins $(VENV) requirements/dev.txt
	@touch $@

.PHONY: test
test: setup $(VENV)/.dev core-tests web-tests  ## set up what is missing and run all tests
	@echo "Python and documentation tests"
	@$(BIN)/python -m pytest -q

.PHONY: core-tests
core-tests: $(VENV)/.dev
	@$(STEP) "Building the core's tests" tools/build_core build/tests core_tests \
	  -D HARMONIES_PYTHON=OFF -D HARMONIES_TESTS=ON
	@build/tests/core_tests

.PHONY: wasm
wasm: build/wasm/harmonies.wasm  ## the core as WebAssembly, into build/wasm
	@:

$(VENV)/.heavy: requirements/heavy.txt requirements/torch.txt $(VENV)/.dev
	@$(STEP) "Installing what the heavy tests need" \
	  tools/install_with_torch $(VENV) requirements/heavy.txt
	@touch $@

$(VENV)/.training: requirements/training.txt requirements/torch.txt $(VENV)/.dev
	@$(STEP) "Installing what training needs" \
	  tools/install_with_torch $(VENV) requirements/training.txt
	@touch $@

.PHONY: test-envs
test-envs: setup $(VENV)/.heavy  ## the environments under OpenSpiel, PyTorch and JAX, and the examples
	@$(BIN)/python -m pytest -q tests/heavy

.PHONY: test-training
test-training: setup $(VENV)/.training self-play-program  ## a network is trained in small, killed, spread over Ray
	@$(BIN)/python -m pytest -q tests/training

.PHONY: self-play-program
self-play-program: $(VENV)/.tools  ## games for training without Python: build/programs/harmonies-self-play
	@$(STEP) "Building the self-play program" tools/build_core build/programs self_play \
	  -D HARMONIES_PYTHON=OFF -D HARMONIES_PROGRAMS=ON

.PHONY: training-kit
training-kit: $(VENV)/.tools  ## what training needs where nothing can be installed, KIT_PYTHON=3.12: build/kit
	@$(STEP) "Gathering what travels" tools/make_training_kit build/kit $(KIT_PYTHON)

.PHONY: web-tests
web-tests: setup
	@PYTHON="$(CURDIR)/$(BIN)/python" npm --prefix web test --silent

.PHONY: e2e
e2e: setup  ## whole games through the page, in Debian's Chromium; pictures in build/screenshots
	@npm --prefix web run --silent e2e

web/budget/node_modules/.installed: web/budget/package.json web/budget/package-lock.json
	@$(STEP) "Installing what measures the page" npm --prefix web/budget ci --no-audit --no-fund
	@touch $@

.PHONY: page-budget
page-budget: setup web/budget/node_modules/.installed  ## how fast and small the page is: fails where it is not
	@npm --prefix web run --silent budget

.PHONY: page-tests
page-tests: web-tests e2e  ## all tests of the page

.PHONY: perft
perft: setup $(VENV)/.dev  ## the tests that take minutes: long perft counts
	@echo "Long tests"
	@$(BIN)/python -m pytest -q -m long

.PHONY: sanitize
sanitize: $(VENV)/.dev  ## the C++ tests under the address and undefined-behaviour sanitizers
	@$(STEP) "Building the core's tests with the sanitizers" tools/build_sanitized core_tests
	@build/sanitize/core_tests

.PHONY: fuzz
fuzz: $(VENV)/.dev  ## every fuzz program under the sanitizers, FUZZ_SECONDS=600 each
	@$(STEP) "Building the fuzz programs with the sanitizers" tools/build_sanitized fuzz _core
	@tools/run_fuzz $(FUZZ_SECONDS) $(FUZZ_SEED)

.PHONY: bench
bench: setup  ## how fast it is, beside this machine's own yardstick
	@$(BIN)/python bench/core.py
	@$(BIN)/python bench/search.py

.PHONY: bench-wasm
bench-wasm: setup  ## the WebAssembly core beside the native one
	@PYTHON="$(CURDIR)/$(BIN)/python" npm --prefix web run bench --silent

.PHONY: bench-players
bench-players: setup  ## how strong PLAYERS="random greedy handmade" are in every kind of game
	@for game in "" "--side B" "--spirits" "--side B --spirits" "--players 3" "--players 4" \
	    "--players 1" "--players 1 --side B"; do \
	  $(BIN)/harmonies arena $(PLAYERS) --opponents self --seed 10000 $$game $(ARENA_FLAGS); echo; \
	done

.PHONY: bench-envs
bench-envs: setup $(VENV)/.heavy  ## steps a second of the learning environments, beside others' games
	@$(BIN)/python bench/envs.py

.PHONY: bench-server
bench-server: setup $(VENV)/.dev  ## how much the server bears, beside a bare echo server
	@$(BIN)/python bench/server.py $(BENCH_FLAGS)

.PHONY: soak
soak: setup $(VENV)/.dev  ## the server killed two hundred times under load, and other long tests of it
	@$(BIN)/python -m pytest -q -m long tests/server

.PHONY: wheel
wheel:  ## build the wheel with plain pip, install it in a clean place and try it
	@tools/check_wheel "$(PYTHON)"

# Checks

.PHONY: lint
lint: setup $(VENV)/.dev  ## style, types, layers, formatting
	@$(STEP) "ruff check" $(BIN)/ruff check .
	@$(STEP) "ruff format --check" $(BIN)/ruff format --check .
	@$(STEP) "mypy --strict" $(BIN)/mypy $(TYPED)
	@$(STEP) "lint-imports" tools/check_layers
	@$(STEP) "clang-format" $(BIN)/clang-format --dry-run -Werror $(CPP)

.PHONY: format
format: $(VENV)/.dev  ## lay out Python and C++ as `make lint` wants it
	@$(STEP) "Formatting Python" $(BIN)/ruff check --fix-only --quiet .
	@$(STEP) "Formatting Python" $(BIN)/ruff format .
	@$(STEP) "Formatting C++" $(BIN)/clang-format -i $(CPP)

.PHONY: fresh
fresh: setup $(VENV)/.dev  ## whether the generated files are what would be generated
	@$(STEP) "The core's tables are fresh" $(BIN)/python tools/generate_tables.py --check
	@$(STEP) "The native module's stub is fresh" $(BIN)/python tools/generate_stubs.py --check
	@$(STEP) "The page's types of the server's API are fresh" \
	  env PYTHON="$(CURDIR)/$(BIN)/python" npm --prefix web run --silent types:check

.PHONY: tables
tables: $(VENV)/.tools  ## write the core's tables from src/harmonies/data
	@$(STEP) "Writing the core's tables" $(BIN)/python tools/generate_tables.py

.PHONY: stubs
stubs: setup $(VENV)/.dev  ## write the types of the native module, src/harmonies/_core.pyi
	@$(STEP) "Writing the native module's stub" $(BIN)/python tools/generate_stubs.py

.PHONY: docs
docs: setup $(VENV)/.dev  ## the documentation, into build/docs
	@$(STEP) "Building the documentation" \
	  $(BIN)/sphinx-build --fail-on-warning --keep-going --nitpicky --quiet docs build/docs

.PHONY: tree
tree:  ## whether every file may be in the repository: no machine's paths, no giants
	@$(STEP) "Looking over the tracked files" $(PYTHON) tools/check_tree.py

# Upkeep

LOCK := compile --universal --python-version 3.11 --generate-hashes \
          --no-emit-index-url --no-header --quiet
.PHONY: lock
lock: $(VENV)/.tools  ## renew the pins in requirements/ (LOCK_FLAGS=--upgrade for the newest)
	@$(STEP) "Pinning what playing needs" $(UV) $(LOCK) $(LOCK_FLAGS) pyproject.toml \
	  --group build --output-file requirements/play.txt
	@$(STEP) "Pinning what checks need" $(UV) $(LOCK) $(LOCK_FLAGS) pyproject.toml \
	  --group dev --constraint requirements/play.txt --output-file requirements/dev.txt
	@$(STEP) "Pinning what the heavy tests need" $(UV) $(LOCK) $(LOCK_FLAGS) \
	  --group heavy --constraint requirements/dev.txt --output-file requirements/heavy.txt
	@$(STEP) "Pinning what training needs" $(UV) $(LOCK) $(LOCK_FLAGS) \
	  --group training --constraint requirements/dev.txt --output-file requirements/training.txt

.PHONY: clean
clean:  ## remove everything that was built, the environment too
	@rm -rf $(VENV) build dist src/harmonies/web_page web/node_modules web/budget/node_modules web/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src tests tools docs -name __pycache__ -type d -prune -exec rm -rf {} +
