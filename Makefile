# `make run` serves Scopa; `make test` runs every test. Both need only Python 3.11 and make,
# and set up what they need. `make help` names the rest.
.DEFAULT_GOAL := help
.PHONY: help run test check lock audit clients fuzz format openapi messages bench chaos sinks compare mutants clean

# PY=python3.12 chooses the interpreter; ARGS="-k capture" goes to pytest.
export PY
ARGS ?=
python := .venv/bin/python

help:
	@echo 'make run       serve on http://127.0.0.1:8000 (PORT=8001 changes it); Ctrl-C ends it'
	@echo 'make test      all tests on SQLite, then on PostgreSQL and Redis (SERVICES=none: SQLite alone)'
	@echo 'make check     style, types, contracts, migrations, API document, texts, then all tests'
	@echo 'make format    put the code into the one style'
	@echo 'make openapi   write docs/openapi.json anew'
	@echo 'make messages  gather and compile the texts that people read'
	@echo 'make lock      resolve the requirements anew (UPGRADE=1: newer versions too)'
	@echo 'make audit     look up known vulnerabilities of all that is locked'
	@echo 'make clients   make clients in TypeScript, Python, Kotlin and Swift in var/clients, and check them'
	@echo 'make fuzz      call every operation of the API with generated requests, as each role'
	@echo 'make bench     measure, each figure beside its baseline'
	@echo 'make chaos     break the service while people play, and prove that nothing was lost'
	@echo 'make sinks     receive on loopback all mail, push and webhooks, and print them'
	@echo 'make compare   play thousands of matches by the engine and by the naive program at once'
	@echo 'make mutants   plant faults in the engine one by one, and see whether the tests find them'
	@echo 'make clean     remove what was made, but not the data in var/'

# exec: the server itself receives Ctrl-C, and make reports its exit.
run:
	@.ci/venv run
	@exec $(python) manage.py serve

test:
	@.ci/venv dev
	@.ci/test $(ARGS)

check:
	@.ci/venv dev
	@.ci/venv tools
	@.ci/check

lock:
	@.ci/lock $(if $(UPGRADE),--upgrade)

# Exit 2: there was no data about some package, which is not a clean bill.
audit:
	@.ci/venv dev
	@.ci/venv tools
	@$(python) .ci/audit.py

# TypeScript needs Node, Kotlin and Swift need Java; what is not here is said.
clients:
	@.ci/venv dev
	@.ci/venv tools
	@$(python) .ci/clients.py

# Some minutes. ARGS="--examples 1000 --seed 7 --roles seated" looks longer, elsewhere, as one.
fuzz:
	@.ci/venv dev
	@.ci/venv tools
	@.venv/tools/bin/python -m fuzz $(ARGS)

format:
	@.ci/venv dev
	@$(python) -m ruff check --fix-only --quiet .
	@$(python) -m ruff format .

openapi:
	@.ci/venv dev
	@$(python) manage.py openapi

messages:
	@.ci/venv dev
	@.ci/messages

bench:
	@.ci/venv dev
	@.ci/bench

chaos:
	@.ci/venv dev
	@$(python) -m chaos $(ARGS)

# What it prints first says how to start the service so that it sends there.
sinks:
	@.ci/venv dev
	@exec $(python) -m sinks $(ARGS)

# 5,000 random matches of each preset: some 40 minutes. ARGS="--preset scopa_bga" plays one.
compare:
	@.ci/venv dev
	@$(python) -m tests.engine.compare --matches 5000 --preset all --jobs 2 $(ARGS)

mutants:
	@.ci/venv dev
	@$(python) .ci/mutants.py $(ARGS)

clean:
	rm -rf .venv .hypothesis .schemathesis var/clients var/bom.cdx.json .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .mutants
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
