# make run    installs what is missing, builds, and shows one program giving the same answers on three drivers
# make test   installs what is missing, runs every test
# make peers  obtains the servers that tests start; without them those tests are skipped
# make plain  builds what a user gets who asks for no trait
# make lint   checks the format of every source file, that folders use each other in one direction only and import
#             nothing they must not know, that files are wrapped in their trait, that texts avoid some phrases, and that
#             generated files match their sources
# make docs   builds the documentation of all public modules as a static site, .build/docs; a warning is an error
# make generate   writes every file that is generated: the features, the joins, some tests
# make faults   lets every allocation and every call to a file fail, and the power at every place
# make sanitize   runs the tests and the suite under the thread and the address sanitizer, and fails on leaks
# make load   serves 64, 256 and 1,000 clients at once for a minute each, beside libSQL's server
# make engines  obtains other builds of SQLite and SQLCipher into a cache folder
# make matrix   runs the conformance suite on all of them and writes Conformance/MATRIX.md
# make picture  draws it for the README; make matrix does, too
# make drivers  runs it over every wire protocol and writes Conformance/DRIVERS.md
# make benchmark  compares with the C interface and with GRDB, and writes Benchmarks/results/latest.json
# make benchmark-remote  compares over HTTP with libcurl, AsyncHTTPClient and URLSession
# make bench-check  counts instructions and allocations of each workload, and compares them with Benchmarks/Thresholds
# make bench-update  writes them there
# make bench-growth  measures how cost grows with rows, readers, columns and so on, and draws Benchmarks/growth
# make install  puts the command and what completes its arguments in bash, zsh and fish below PREFIX; make uninstall removes it

PACKAGES := libsqlite3-dev libsqlcipher-dev libcurl4-openssl-dev libedit2
SHELL    := /bin/bash
SWIFT    ?= swift
# The server, the command and whatever else a user has to ask for; the same everywhere, so that nothing is built twice.
TRAITS   ?= --enable-all-traits
# What an optimized command needs; swift-syntax, which it has no use for, takes minutes to optimize.
RELEASE  := --traits Command
SUDO     := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
# A leak ends the process with a status of its own; what is suppressed stands in the file with its reason.
# Little that was freed is kept, since cases measure the memory of the process; the tests keep more.
LEAKS    := ASAN_OPTIONS=detect_leaks=1:quarantine_size_mb=2:thread_local_quarantine_size_kb=64 \
  LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.txt:print_suppressions=0:exitcode=23
# A program that ends in the middle of what it does, as tests do, holds what only suspended work knows of.
NO_LEAKS := ASAN_OPTIONS=detect_leaks=0
RACES    := TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/races.txt
FAULT_ENGINES ?= $(HOME)/.cache/quarry/engines/sqlcipher-4.19.0/libsqlite3.so
# Every test that waits for another one's processor waits less the fewer run at once; more than some hundred exhaust files.
WIDTH    := --experimental-maximum-parallelization-width 8
# Of two tests on two threads, one may keep its thread, and the other still has one for the server that it waits for.
FEW      := --experimental-maximum-parallelization-width 2
# Tests whose many processes take all processors for minutes: those that have to answer in time do not run beside them.
PROCESSES := FaultRunTests ProgramTests ReentrancyTests AbilityPairTests KillTests
# Tests with servers or locks in their own process, whose answers wait for a thread that others keep for seconds.
SERVERS   := ServerTests IdentityServerTests RemoteTests RemoteTourTests RemoteCopyTests BosBaseServerTests TCPFaultProxyTests \
  ShellTests ShellImportTests ShellTerminalTests SharedStoreTests LoginCommandTests
APART     := $(addprefix --skip ,WholeSuite $(PROCESSES) $(SERVERS))
SANITIZED := $(addprefix --skip ,WholeSuite FaultRunTests ProgramTests KillTests)
TEST      := test $(TRAITS) --skip-build --disable-xctest $(WIDTH)
SERVED    := test $(TRAITS) --skip-build --disable-xctest $(FEW) $(addprefix --filter ,$(SERVERS)) --skip WholeSuite
PREFIX   ?= /usr/local
DESTDIR  ?=
# A program that is installed as it is; without one, make install builds it.
PROGRAM  ?=
INSTALLED := bin/quarry share/bash-completion/completions/quarry share/zsh/site-functions/_quarry \
  share/fish/vendor_completions.d/quarry.fish
JOBS     ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)

.PHONY: run test plain peers lint docs generate python sanitize thread address load kills leaks faults engines matrix picture drivers benchmark benchmark-remote \
  bench-check bench-update bench-growth counted \
  packages clean install uninstall

run: packages
	$(SWIFT) build $(TRAITS) -j $(JOBS) --product quarry
	@.build/debug/quarry tour

test: packages lint peers
	$(SWIFT) build $(TRAITS) --build-tests -j $(JOBS)
	@mkdir -p .build
	@set -o pipefail; status=0; \
	  $(SWIFT) $(TEST) $(APART) 2>&1 | tee .build/test.log || status=1; \
	  $(SWIFT) $(SERVED) 2>&1 | tee -a .build/test.log || status=1; \
	  $(SWIFT) $(TEST) $(addprefix --filter ,$(PROCESSES)) 2>&1 | tee -a .build/test.log || status=1; \
	  $(SWIFT) $(TEST) --filter WholeSuite 2>&1 | tee -a .build/test.log || status=1; \
	  awk '/^(◇|✔|━)/ { shown = 0 } /^✘/ { shown = 40 } shown-- > 0' .build/test.log; exit $$status

plain: packages
	$(SWIFT) build -j $(JOBS) --scratch-path .build-plain

peers: packages
	@python3 -m pip --version >/dev/null 2>&1 || $(MAKE) --no-print-directory packages PACKAGES=python3-pip || true
	@$(MAKE) --no-print-directory packages PACKAGES="nghttp2-proxy openssl sqlcipher" || true
	@$(MAKE) --no-print-directory packages PACKAGES="chromium chromium-driver" || true
	@Tests/Peers/get-sqld >/dev/null || true
	@Tests/Peers/get-pocketbase >/dev/null || true
	@Tests/Peers/get-libsql >/dev/null || true
	@Tests/Peers/get-libsql libsql-client >/dev/null || true
	@Tests/Peers/get-authlib >/dev/null || true
	@Conformance/Engines/get-engines sqlite-3.54.1-bare >/dev/null || true

lint: python
	$(SWIFT) format lint --strict --recursive Package.swift Conformance Sources Drivers Tests Benchmarks/Package.swift Benchmarks/Sources $(wildcard Examples)
	@Tests/Structure/check-layers Sources/Quarry Drivers/SQLiteEngine Drivers/Remote Sources/QuarryServer Conformance/Suite Conformance
	@Tests/Structure/check-imports
	@Tests/Structure/check-traits
	@Tests/Structure/check-voice
	@Tests/Structure/check-throws
	@SWIFT="$(SWIFT)" python3 Sources/Generators/generate.py --check

# Nothing of it is fetched: docc and its pages come with Swift.
docs: packages python
	$(SWIFT) build $(TRAITS) -j $(JOBS)
	@python3 -B Tests/Documentation/make-docs

generate: python
	@SWIFT="$(SWIFT)" python3 Sources/Generators/generate.py

python:
	@command -v python3 >/dev/null || $(MAKE) --no-print-directory packages PACKAGES=python3

sanitize: thread address leaks

thread: packages
	QUARRY_SANITIZED=1 $(SWIFT) build $(TRAITS) --build-tests -j $(JOBS) --sanitize=thread --scratch-path .build-thread
	@export $(RACES) QUARRY_SANITIZED=1; status=0; set -x; \
	  $(SWIFT) $(TEST) $(SANITIZED) $(addprefix --skip ,$(SERVERS)) --sanitize=thread --scratch-path .build-thread || status=1; \
	  $(SWIFT) $(SERVED) --sanitize=thread --scratch-path .build-thread || status=1; \
	  .build-thread/debug/quarry conformance sqlite: || status=1; exit $$status

address: packages
	QUARRY_SANITIZED=1 $(SWIFT) build $(TRAITS) --build-tests -j $(JOBS) --sanitize=address --scratch-path .build-address
	@export QUARRY_SANITIZED=1; status=0; set -x; \
	  $(NO_LEAKS) $(SWIFT) $(TEST) $(SANITIZED) $(addprefix --skip ,$(SERVERS)) --sanitize=address --scratch-path .build-address || status=1; \
	  $(NO_LEAKS) $(SWIFT) $(SERVED) --sanitize=address --scratch-path .build-address || status=1; \
	  $(LEAKS) .build-address/debug/quarry conformance sqlite: --in-process || status=1; exit $$status

# Every place where something is let go after a failure, with the addresses and the leaks looked at.
leaks: packages
	QUARRY_SANITIZED=1 $(SWIFT) build $(TRAITS) -j $(JOBS) --product FaultRuns --sanitize=address --scratch-path .build-address
	$(LEAKS) .build-address/debug/FaultRuns all --sample 100 --stride 10
	$(LEAKS) .build-address/debug/FaultRuns connections

faults: packages
	$(SWIFT) build $(TRAITS) -j $(JOBS) --product FaultRuns
	.build/debug/FaultRuns all $(addprefix --engine ,sqlite sqlcipher $(wildcard $(FAULT_ENGINES)))

load: packages peers
	$(SWIFT) build $(RELEASE) -c release -j $(JOBS) --product quarry
	$(SWIFT) build $(TRAITS) --build-tests -j $(JOBS)
	QUARRY_LOAD_SECONDS=$${QUARRY_LOAD_SECONDS:-60} QUARRY_LOAD_PROGRAM=$(CURDIR)/.build/release/quarry \
	  $(SWIFT) test $(TRAITS) --skip-build --disable-xctest --filter SustainedLoadTests

# Processes that are killed, and many at once, with the command as its users have it.
kills: packages
	$(SWIFT) build $(RELEASE) -c release -j $(JOBS) --product quarry
	$(SWIFT) build $(TRAITS) --build-tests -j $(JOBS)
	QUARRY_KILL_ROUNDS=$${QUARRY_KILL_ROUNDS:-200} QUARRY_MIGRATION_ROUNDS=$${QUARRY_MIGRATION_ROUNDS:-200} \
	  QUARRY_PROGRAM=$(CURDIR)/.build/release/quarry \
	  $(SWIFT) test $(TRAITS) --skip-build --disable-xctest --filter KillTests

engines:
	Conformance/Engines/get-engines

matrix: packages
	$(SWIFT) build $(TRAITS) -j $(JOBS) --product quarry
	Conformance/Engines/make-matrix .build/debug/quarry
	@$(MAKE) --no-print-directory picture

picture: python
	@python3 Sources/Generators/write-pictures.py .github/pictures

drivers: packages peers
	$(SWIFT) build $(TRAITS) -j $(JOBS) --product quarry
	$(SWIFT) build $(TRAITS) -j $(JOBS) --product RqliteStandInServer
	Conformance/Engines/make-drivers .build/debug/quarry .build/debug/RqliteStandInServer

benchmark: packages
	$(SWIFT) run -c release --package-path Benchmarks quarry-benchmarks --memory --json Benchmarks/results/latest.json

benchmark-remote: packages peers
	$(SWIFT) build -c release --package-path Benchmarks --product quarry-remote-benchmarks
	QUARRY_TEST_SQLD="$${QUARRY_TEST_SQLD:-$$(Tests/Peers/get-sqld || true)}" \
	  Benchmarks/.build/release/quarry-remote-benchmarks --json Benchmarks/results/remote.json

# Nothing of it reads a clock, so that other work of the machine does not matter.
bench-check: counted
	@Benchmarks/count-budgets check

bench-update: counted
	@Benchmarks/count-budgets update

counted: packages python
	@$(MAKE) --no-print-directory packages PACKAGES="valgrind binutils"
	$(SWIFT) build -c release --package-path Benchmarks -j $(JOBS) --product quarry-benchmarks

# MACROS=1 adds records by @Table. They need swift-syntax, which takes minutes: a folder of its own, so that nothing else waits.
GROWTH = Benchmarks/.build$(if $(MACROS),-growth)
bench-growth: packages python
	$(SWIFT) build -c release --package-path Benchmarks --scratch-path $(GROWTH) $(if $(MACROS),--traits Macros) -j $(JOBS) \
	  --product quarry-growth-benchmarks
	$(GROWTH)/release/quarry-growth-benchmarks --json Benchmarks/growth/latest.json
	@Benchmarks/draw-growth

packages:
	@if command -v dpkg >/dev/null 2>&1; then \
	  missing=""; \
	  for package in $(PACKAGES); do \
	    dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q "ok installed" || missing="$$missing $$package"; \
	  done; \
	  if [ -n "$$missing" ]; then \
	    echo "Installing$$missing"; \
	    $(SUDO) apt-get update -qq && \
	    $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	  fi; \
	else \
	  echo "This is no Debian system: make sure that SQLite and SQLCipher are installed ($(PACKAGES))."; \
	fi

install:
	@[ -n "$(PROGRAM)" ] || $(SWIFT) build $(RELEASE) -c release -j $(JOBS) --product quarry
	@set -e; program="$(or $(PROGRAM),.build/release/quarry)"; root="$(DESTDIR)$(PREFIX)"; \
	  install -d $(foreach file,$(INSTALLED),"$$root/$(dir $(file))"); \
	  install -m 755 "$$program" "$$root/bin/quarry"; \
	  put() { "$$program" --generate-completion-script $$1 >"$$root/$$2"; chmod 644 "$$root/$$2"; echo "$$root/$$2"; }; \
	  echo "$$root/bin/quarry"; put bash $(word 2,$(INSTALLED)); put zsh $(word 3,$(INSTALLED)); put fish $(word 4,$(INSTALLED))

uninstall:
	rm -f $(foreach file,$(INSTALLED),"$(DESTDIR)$(PREFIX)/$(file)")

clean:
	rm -rf .build .build-plain .build-thread .build-address Benchmarks/.build Benchmarks/.build-growth
