# Two commands for a player: `make setup` and `make play`. `make help` lists the rest.

GAME ?=
N ?= 150
GAMES ?= 30
ARGS ?=

# Without a screen `make play` plays a whole game of four `normal` players in the terminal: some seconds.
SCREEN := $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname))

BIN := .venv/bin
READY := .venv/.ready
BENCH_READY := .venv/.ready-bench
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input
# No settings of this machine may reach the lock files.
COMPILE = env -u PIP_FIND_LINKS -u PIP_INDEX_URL -u PIP_EXTRA_INDEX_URL -u PIP_CONSTRAINT \
	PIP_CONFIG_FILE=/dev/null CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --upgrade \
	--generate-hashes --allow-unsafe --strip-extras --newline=lf \
	--no-emit-index-url --no-emit-find-links --no-emit-options pyproject.toml

.PHONY: help setup compile play test heavy netns xvfb check mutants fuzz soak bench pictures lock clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /make \1|/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

setup: $(READY) ## make .venv with everything in it
	@:

compile: $(READY) ## compile the rules anew, after changes in core/
	@$(BIN)/python -m tests.tools.compile_rules

play: $(READY) ## open the program (GAME=...: a game in the terminal)
	@$(BIN)/maharaja $(if $(GAME),play $(GAME) --terminal,$(if $(SCREEN),,play empires --seats 'normal*4')) $(ARGS)

test: $(READY) ## run the tests (ARGS="-k undo")
	@$(BIN)/python -m pytest -n auto --maxprocesses 8 $(ARGS)

heavy: $(READY) ## run the long tests (ARGS="-k mixed", GAMES=300 of them)
	@MAHARAJA_GAMES=$(GAMES) $(BIN)/python -m pytest -n auto --maxprocesses 8 -m heavy $(ARGS)

netns: $(READY) ## run the tests with networks of their own (Linux, root)
	@command -v ip >/dev/null && command -v iptables >/dev/null || [ "$$(id -u)" -ne 0 ] || \
		{ apt-get -qq update && apt-get -qq install --yes iproute2 iptables; } >/dev/null
	@$(BIN)/python -m pytest tests/netns -m netns $(ARGS)

xvfb: $(READY) ## run the tests that need a screen (Linux, root)
	@command -v Xvfb >/dev/null && command -v xdotool >/dev/null && command -v openbox >/dev/null && \
		command -v ip >/dev/null && command -v iptables >/dev/null || [ "$$(id -u)" -ne 0 ] || \
		{ apt-get -qq update && apt-get -qq install --yes xvfb xdotool openbox iproute2 iptables; } >/dev/null
	@$(BIN)/python -m pytest tests/xvfb -m xvfb -n 2 $(ARGS)

check: $(READY) ## lint, format, types, import arrows, rule index
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "not formatted: run $(BIN)/ruff format" >&2; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/python -m tests.tools.arrows
	@$(BIN)/python -m tests.tools.rule_index
	@echo "check: all well"

mutants: $(READY) ## does a test notice when a rule is not enforced?
	@$(BIN)/python -m tests.tools.mutants $(ARGS)

fuzz: $(READY) ## play N random games of each kind (N=150)
	@$(BIN)/python -m tests.tools.fuzz --games $(N) $(ARGS)

soak: $(READY) ## break a table over loopback again and again (ARGS="--minutes 3")
	@$(BIN)/python -m tests.tools.soak $(ARGS)

bench: $(BENCH_READY) compile ## measure speed, beside peers
	@for file in tests/bench/bench_*.py; do \
		[ -e "$$file" ] || { echo "no benchmarks yet"; exit 0; }; \
		$(BIN)/python "$$file" $(ARGS) || exit 1; \
	done

pictures: $(READY) ## make the pictures of the README anew (ARGS="--all --to FOLDER": of every page)
	@$(BIN)/python -m tests.tools.pictures $(ARGS)

lock: $(READY) ## make the lock files anew from pyproject.toml
	@$(COMPILE) --extra dev --output-file requirements-dev.lock
	@$(COMPILE) -c requirements-dev.lock --output-file requirements.lock
	@$(COMPILE) -c requirements-dev.lock --extra bench --output-file requirements-bench.lock

clean: ## remove .venv and all caches
	@rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	@find . -name __pycache__ -prune -exec rm -rf {} +

# The stamp names the folder it was made in: the scripts of an environment do not work elsewhere.
ifneq ($(shell [ "$$(cat $(READY) 2>/dev/null)" = "$$(pwd)" ] || echo moved),)
.PHONY: $(READY)
endif

# Without a good stamp (first time, interrupted, moved) the environment is made anew.
$(READY): pyproject.toml requirements-dev.lock
	@anew=--clear; [ "$$(cat $(READY) 2>/dev/null)" != "$$(pwd)" ] || anew=; \
	rm -f $(READY); \
	for python in $(PYTHON) python3.11 python3 none; do \
		[ "$$python" != none ] || { echo "Maharaja needs Python 3.11 or newer with venv (on Debian:" \
			"apt-get install python3 python3-venv)" >&2; exit 1; }; \
		! "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || break; \
	done; \
	echo "Setting up .venv (a minute or two the first time) ..."; \
	"$$python" -m venv $$anew .venv
	@$(PIP) install --require-hashes --requirement requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(BIN)/python tests/tools/system_libs.py
	@$(BIN)/python -m tests.tools.compile_rules
	@pwd > $(READY)
	@echo "Ready: make play"

$(BENCH_READY): $(READY) requirements-bench.lock
	@$(PIP) install --require-hashes --requirement requirements-bench.lock
	@touch $@
