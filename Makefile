# make run    installs what is missing, builds, and shows one program giving the same answers on three drivers
# make test   installs what is missing, runs every test
# make peers  obtains the servers that tests start; without them those tests are skipped
# make lint   checks the format of every source file
# make sanitize   runs the tests of the engine and the pool under the thread and the address sanitizer
# make engines  obtains other builds of SQLite and SQLCipher into a cache folder
# make matrix   runs the conformance suite on all of them and writes Conformance/MATRIX.md
# make benchmark  compares with the C interface and with GRDB, and writes Benchmarks/results/latest.json
# make benchmark-remote  compares over HTTP with libcurl, AsyncHTTPClient and URLSession

PACKAGES := libsqlite3-dev libsqlcipher-dev libcurl4-openssl-dev
SHELL    := /bin/bash
SWIFT    ?= swift
SUDO     := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
JOBS     ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)

.PHONY: run test peers lint sanitize engines matrix benchmark benchmark-remote packages clean

run: packages
	$(SWIFT) build -j $(JOBS) --product quarry
	@.build/debug/quarry tour

test: packages lint peers
	$(SWIFT) build --build-tests -j $(JOBS)
	@mkdir -p .build
	@$(SWIFT) test --skip-build --disable-xctest 2>&1 | tee .build/test.log; \
	  status=$${PIPESTATUS[0]}; grep -E '^✘|recorded an issue|^↳' .build/test.log; exit $$status

peers: packages
	@python3 -m pip --version >/dev/null 2>&1 || $(MAKE) --no-print-directory packages PACKAGES=python3-pip || true
	@$(MAKE) --no-print-directory packages PACKAGES="nghttp2-proxy openssl" || true
	@Tests/Peers/get-sqld >/dev/null || true
	@Tests/Peers/get-libsql >/dev/null || true

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Conformance Sources Drivers Tests Benchmarks/Package.swift Benchmarks/Sources $(wildcard Examples)

sanitize: packages
	QUARRY_SANITIZED=1 $(SWIFT) test --disable-xctest --sanitize=thread --scratch-path .build-thread
	QUARRY_SANITIZED=1 $(SWIFT) test --disable-xctest --sanitize=address --scratch-path .build-address

engines:
	Conformance/Engines/get-engines

matrix: packages
	$(SWIFT) build -c release -j $(JOBS) --product quarry
	Conformance/Engines/make-matrix .build/release/quarry

benchmark: packages
	$(SWIFT) run -c release --package-path Benchmarks quarry-benchmarks

benchmark-remote: packages peers
	$(SWIFT) build -c release --package-path Benchmarks --product quarry-remote-benchmarks
	QUARRY_TEST_SQLD="$${QUARRY_TEST_SQLD:-$$(Tests/Peers/get-sqld || true)}" \
	  Benchmarks/.build/release/quarry-remote-benchmarks --json Benchmarks/results/remote.json

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

clean:
	rm -rf .build .build-thread .build-address Benchmarks/.build
