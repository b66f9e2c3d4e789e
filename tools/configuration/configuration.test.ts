import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { commands } from "#commands/commands.ts"
import { settings } from "#server/config/settings/settings.ts"
import { pages } from "./pages.ts"

for (const [path, write] of Object.entries(pages)) {
  test(`CONFIG-05 ${path} describes the present settings; npm run generate writes it`, () => {
    assert.equal(readFileSync(path, "utf8"), write())
  })
}

test("CONFIG-05 a server reads its settings in one place", () => {
  const reads = execFileSync(
    "git",
    [
      "grep",
      "-nE",
      "process\\.env",
      "--",
      ...["server", "services", "platform", "ports", "database"],
    ],
    { encoding: "utf8" },
  )
  const elsewhere = reads
    .trim()
    .split("\n")
    .filter(
      (line) =>
        !/readConfig\(process\.env\)|process\.env\.(?:INIT_CWD|TYPED_AS)|\.test\.ts:/.test(line),
    )
    .filter((line) => !line.startsWith("ports/payment-gateway/sandbox/process.ts:"))
  assert.deepEqual(elsewhere, [])
})

test("CONFIG-05 documents mention only existing settings", () => {
  // In documents, a setting is followed by "=" or is in backquotes, and has an underscore.
  const named = namedInDocuments(/(?<![\w-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=|`)/g)
  const unknown = named.filter(({ name }) => !(name in settings) && !others.has(name))
  assert.deepEqual(unknown, [])
})

test("CONFIG-05 documents mention only existing commands", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
  const named = namedInDocuments(/npm run ([\w:-]+)/g)
  const typed = namedInDocuments(/(?:npm run my-account -- |(?:^|`|\$ )my-account )([a-z][\w-]*)/gm)
  assert.ok(named.length > 30 && typed.length > 50, `${named.length} ${typed.length}`)
  assert.deepEqual(
    [
      ...named.filter(({ name }) => !(name in scripts)),
      ...typed.filter(({ name }) => !Object.hasOwn(commands, name)),
    ],
    [],
  )
})

function namedInDocuments(pattern: RegExp): { path: string; name: string }[] {
  const listed = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  return listed
    .trim()
    .split("\n")
    .flatMap((path) => {
      const text = readFileSync(path, "utf8")
      return [...text.matchAll(pattern)].map(([, name = ""]) => ({ path, name }))
    })
}

/** Names from other programs and from tests. */
const others = new Set([
  // A setting of OpenTelemetry, which Node loads before the server.
  "OTEL_SERVICE_NAME",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_NODE_ENABLED_INSTRUMENTATIONS",
  "OTEL_NODE_RESOURCE_DETECTORS",
  "OTEL_METRICS_EXPORTER",
  "OTEL_LOGS_EXPORTER",
  "NODE_OPTIONS",
  ...["MALLOC_ARENA_MAX", "NODE_COMPILE_CACHE", "NODE_EXTRA_CA_CERTS"],
  ...["MODEL_SEEDS", "PROVE_ONLY", "PROVE_SEED"],
  ...["STRIPE_TEST_PUBLISHABLE_KEY", "STRIPE_TEST_SECRET_KEY"],
])
