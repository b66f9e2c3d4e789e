import assert from "node:assert/strict"
import { test } from "node:test"
import { figuresOf, goals, limitOf, measure } from "./figures.ts"

test("no figure of the code is above its limit", () => {
  const above = Object.entries(measure())
    .filter(([name, { value }]) => value > limitOf(name as keyof typeof goals))
    .map(
      ([name, { value, of }]) =>
        `${name}: ${value}, and its goal ${goals[name as keyof typeof goals]}: ${of}`,
    )
  assert.deepEqual(above, [])
})

test("the dependencies of services have one type, once no service has a separate type", () => {
  const { "types named …Needs": needs, "types named …Deps": deps } = measure()
  if (needs.value === 0) assert.equal(deps.value, 1, deps.of)
})

test("figures count folders, types and lines of product files", () => {
  const texts: Record<string, string> = {
    "services/a/a.ts": "export interface ADeps {\n}\n",
    "services/a/b.ts": "interface Needs {}\nexport type BNeeds = Needs\nconst needsNeeds = 1\n",
    "services/a/c.test.ts": `type CNeeds = 1\n${"\n".repeat(300)}`,
    "server/wire.ts": "\n".repeat(90),
    "web/a.module.css": "\n".repeat(400),
    "database/migrations/0001.sql": "\n",
    "docs/a.md": "\n",
  }
  const figures = figuresOf(Object.keys(texts), (file) => texts[file] ?? "")
  assert.deepEqual(figures, {
    "lines of the largest wiring file": { value: 90, of: "server/wire.ts" },
    "types named …Needs": { value: 2, of: "Needs in services/a/b.ts, BNeeds in services/a/b.ts" },
    "types named …Deps": { value: 1, of: "ADeps in services/a/a.ts" },
    "lines of the longest product file": { value: 90, of: "server/wire.ts" },
  })
})
