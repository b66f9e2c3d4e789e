import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { fileURLToPath } from "node:url"
import { type Files, writeFolder } from "#commands/load/example-folder.ts"
import type { Finding } from "#services/brands/readiness/finding.ts"
import { checkFolder } from "./check-folder.ts"
import { mistakes, readyFiles } from "./mistakes.cases.ts"
import { blocking } from "./not-ready.ts"
import { subtleMistakes } from "./subtle-mistakes.cases.ts"

const clock = { now: () => new Date("2026-11-21T12:00:00Z") }

async function check(files: Files): Promise<Finding[]> {
  const folder = await writeFolder(files)
  return await checkFolder(folder.path, clock)
    .then(({ findings }) => findings)
    .finally(folder.remove)
}

const shown = ({ severity, kind, file, line, reason }: Finding) =>
  `${severity} ${kind} ${file}:${line} ${reason}`

const ofHarbor = (name: string) => `clients/harbor/${name}.json`

describe("a folder is ready without a finding", () => {
  test("READY-01 READY-10 the demo has no findings except its samples", async () => {
    const demo = fileURLToPath(new URL("../../demo/", import.meta.url))
    const { clients, findings } = await checkFolder(demo, { now: () => new Date() })
    const isSample = /^warning (placeholder|legal) .* (a sample|samples)\b/
    assert.deepEqual(
      findings.map(shown).filter((line) => !isSample.test(line)),
      [],
    )
    assert.ok(clients.length >= 6)
    // The demo's numbers, people and passwords never go live unnoticed.
    for (const file of ["agents.json", ...["client", "people", "users"].map(ofHarbor)]) {
      assert.ok(
        findings.some((finding) => finding.file === file),
        file,
      )
    }
  })

  test("READY-01 a complete folder is ready without a finding", async () => {
    assert.deepEqual((await check(readyFiles())).map(shown), [])
  })
})

test("READY-02 style sheets that browsers can read have no finding", async () => {
  for (const sheet of readable) {
    const files = readyFiles()
    Object.assign(files, { "clients/fund/assets/brand.css": sheet })
    assert.deepEqual((await check(files)).map(shown), [], sheet)
  }
})

const dark = "@media (prefers-color-scheme: dark) { :root { --brand-accent: #8dbbe6 } }"
const readable = [
  "",
  `/* it's a "test" { ( */ :root { --brand-accent: navy } ${dark}`,
  "@media (prefers-color-scheme: light) { :root { --brand-accent: #123456 } }",
  `:root, :host { --navy: 18 52 86; --brand-accent: rgb(var(--navy)) } ${dark}`,
  `:root { --brand-accent: var(--none, color-mix(in srgb, #123456 90%, black)) } ${dark}`,
  `@property --mine { syntax: "<color>"; inherits: true; initial-value: red }`,
  ".x:hover { inset: 0; color: var(--ink) } @keyframes a { from { opacity: 0 } }",
  `:root { --font-body: "O'Neil {", serif } @font-face { font-family: "O'Neil {"; src: local("x(") }`,
]

describe("the check prints file, line, reason and what to do", () => {
  for (const [what, { change, kind, file, line, says, isWarning }] of Object.entries({
    ...mistakes,
    ...subtleMistakes,
  })) {
    test(`READY-02 a mistake that customers would notice is found with its kind, file, line, reason and what to do: ${what}`, async () => {
      const files = readyFiles()
      change(files)
      const findings = await check(files)
      const found = findings.find((finding) => finding.kind === kind && finding.file === file)
      assert.ok(found, `not found among:\n${findings.map(shown).join("\n")}`)
      assert.equal(found.severity, isWarning ? "warning" : "error")
      assert.equal(lineOf(files, found), line)
      assert.match(`${found.reason} ${found.fix}`, says)
      assert.equal(blocking(findings, []).length > 0, !isWarning)
      assert.deepEqual(blocking(findings, [kind]), [])
      // A mistake does not hide others. Two brands can share one file.
      const kinds = new Set(findings.map((finding) => finding.kind))
      assert.deepEqual([...kinds], [kind], findings.map(shown).join("\n"))
    })
  }
})

function lineOf(files: Files, { file, line }: Finding): string {
  const written = files[file] ?? ""
  if (Buffer.isBuffer(written)) return ""
  const text = typeof written === "string" ? written : JSON.stringify(written, null, 2)
  return (text.split("\n")[line - 1] ?? "").trim()
}
