// Every test that a change must pass: npm test. Less of it: see `npm test -- --help`.

import { join } from "node:path"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { runTests } from "./test/run-tests.ts"
import { select } from "./test/select.ts"

const command = {
  usage: `npm test -- [WORD …] [OPTION …]

A WORD is a part (lint, unit, integration, e2e), a test file, a folder, a part of a test file's
path, or a file of the product, which selects all tests that use it. No WORD: everything.

  --changed         what the changes since main touch, with what is not committed
  --name PATTERN    only tests whose name matches, such as --name "wrong code"
  --repeat N        each test N times
  --engine ENGINE   database tests on PGlite or PostgreSQL alone
  --accept-count    after a green run: no later run may have fewer tests
Exit codes: 0 all passed; 1 a check failed; 2 a mistyped command.`,
  options: {
    changed: { type: "boolean", default: false },
    name: { type: "string" },
    repeat: { type: "string" },
    engine: { type: "string" },
    "accept-count": { type: "boolean", default: false },
  },
  words: [0, 1_000],
} as const

// Workers read what another process has compiled.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), "node_modules", ".cache", "node")
// The run has a PostgreSQL of its own.
delete process.env.TEST_DATABASE_URL

const stopping = new AbortController()
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stopping.abort())

await runCommandLine(command, async () => {
  const { values, words } = readCommandLine(command)
  const selection = select(words, values)
  const { passed, failed } = await runTests(selection, stopping.signal)
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
})
