import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { screens } from "#contracts/screens.ts"
import { behaviorsPage, behaviorTitles } from "./behaviors.ts"

const root = join(import.meta.dirname, "..")
const ids = [...behaviorTitles().keys()]
const deviations = readFileSync(join(root, "docs/deviations.md"), "utf8")

test("docs/behaviors.md lists the titles of the tests; npm run generate writes it", () => {
  assert.equal(readFileSync(join(root, "docs/behaviors.md"), "utf8"), behaviorsPage())
})

test("ACCESS-09 the conformance report has a row for each criterion of WCAG 2.2 A and AA with its level, and names existing behaviors or the inspected parts", () => {
  const report = readFileSync(join(root, "docs/accessibility-conformance.md"), "utf8")
  const rows = [...report.matchAll(/^\| (\d[\d.]+) [^|]+\| ([^|]+) \|(.*)\|(.*)\|$/gm)]
  const criteria = rows.map(([, number = ""]) => number).filter((number) => /^[1-4]\./.test(number))
  // WCAG 2.2 has 31 criteria of level A and 24 of AA. Section 508 still lists 4.1.1.
  assert.equal(new Set(criteria).size, 31 + 24 + 1)
  const levels = ["Supports", "Partially supports", "Does not support", "Not applicable"]
  for (const [row, , level = "", remark = "", shownBy = ""] of rows) {
    assert.ok(levels.includes(level), row)
    if (level === "Not applicable" || (/\w/.test(remark) && shownBy === " inspection ")) continue
    const named = shownBy.split(",").map((id) => id.trim())
    const unknown = named.filter((id) => !ids.includes(id))
    assert.deepEqual(unknown, [], row)
  }
})

test("no title has a behavior id of an unknown group", () => {
  const files = globSync("**/*.{test,spec}.ts", { cwd: root, exclude: ["**/node_modules", "dist"] })
  const named = files.flatMap((file) => [
    ...readFileSync(join(root, file), "utf8").matchAll(
      /\btest(?:OnPostgres)?\(\s*["'`]((?:[A-Z]+-\d\d )+)/g,
    ),
  ])
  const unknown = named
    .flatMap(([, group = ""]) => group.trim().split(" "))
    .filter((id) => !ids.includes(id))
  assert.deepEqual(unknown, [])
})

test("each deviation from the specification names a behavior or a document", () => {
  const rows = deviations.match(/^\| [A-Z].*\|$/gm) ?? []
  const facts = rows.filter((row) => !row.startsWith("| The specification says"))
  assert.ok(facts.length > 50, `${facts.length} rows`)
  for (const row of facts) {
    const columns = row.slice(2, -2).split(" | ")
    assert.equal(columns.length, 3, row)
    assert.ok(!columns.includes(""), row)
    const [, , proof = ""] = columns
    const named = proof.match(/\b[A-Z]+-\d\d\b/g) ?? []
    const unknown = named.filter((id) => !ids.includes(id))
    assert.deepEqual(unknown, [], row)
    assert.ok(named.length > 0 || proof.includes("]("), row)
  }
})

/** The specification's addresses of screens, with `:` before a parameter. */
const specified = `/ /forgot-username /forgot-password /forgot-password-security-question
  /account-details /personal-info /account-verification /sign-in-creds /logging-in/:token
  /reset-password/:token /unsubscribe/:token /dashboard /my-profile /products-main
  /product-details/:policyNumber /customer-home /payment-center/products
  /payment-center/payment-methods /payment-center/pay-now`.split(/\s+/)

test("the list of screens marks every address that is not in the specification, and the deviations refer to it", () => {
  const rows = Object.values(screens)
  const paths = rows.filter(({ added }) => !added).map(({ path }) => path)
  assert.deepEqual([...new Set(paths)].toSorted(), specified.toSorted())
  const marked = rows.filter(({ added, path }) => added && specified.includes(path))
  assert.deepEqual(marked, [])
  assert.match(deviations, /`added` in \[the list of screens\]\(\.\.\/contracts\/screens\.ts\)/)
})

test("the deviations list every storage key that is not in the specification", () => {
  const storage = readFileSync(join(root, "web/calls/local-storage.ts"), "utf8")
  const [keys = ""] = /^export type StorageKey =\n(?: {2}.*\n)*/m.exec(storage) ?? []
  const [tabKeys = ""] = /^export type TabKey =.*/m.exec(storage) ?? []
  const known = ["rememberedUsername", "hideWelcome", "customerLoginIp", "clientName"]
  const stored = [...`${keys} ${tabKeys}`.matchAll(/\| "(\w+)"|= "(\w+)"/g)].map(
    ([, key, first]) => key ?? first ?? "",
  )
  assert.ok(stored.length > 5, keys)
  const more = stored.filter((key) => ![...known, "selectedUnionHostName"].includes(key))
  const missing = more.filter((name) => !deviations.includes(`\`${name}\``))
  assert.deepEqual(missing, [])
})
