#!/bin/sh
# Lints, tests and type-checks the policies in any CI that has Node.js.
# The reports for CI are in .traffic-policy/reports: JUnit, and SARIF of the findings.
set -eu
cd "$(dirname "$0")"
npm ci
mkdir -p .traffic-policy/reports
node_modules/.bin/traffic-policy lint . --format junit > .traffic-policy/reports/lint.xml || true
node_modules/.bin/traffic-policy lint . --format sarif > .traffic-policy/reports/lint.sarif || true
node_modules/.bin/traffic-policy test --format junit > .traffic-policy/reports/test.xml || true
# These fail when something is wrong, and say what.
node_modules/.bin/traffic-policy lint .
node_modules/.bin/traffic-policy test
npm run policies:types
