import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { isTestCode } from "#testing/test-code.ts"

/** Files that build replies, emails, events, PDFs, and a command's text or tables. */
const presenters = /(-presenter|-emails?|-events|-pdf|-text|-csv)\.ts$/
/** Files that still format their replies themselves. */
const exceptions = ["services/profile/profile.ts", "services/profile/contact/contact-data.ts"]
/** Compares or writes "Y" and "N", or formats amounts and dates for display. */
const formatted =
  /[!=]== "[YN]"|"[YN]" [!=]==|[:?] "[YN]"|\b(decimalOf|dollarsOf|shownDate|shownDay|shownMoment|yesNo)\(/

function formattedLines(file: string, text: string): string[] {
  if (presenters.test(file) || isTestCode(file)) return []
  return text.split("\n").filter((line) => formatted.test(line))
}

test("services decide on domain types; only presenters, emails, events and PDFs format", () => {
  const files = globSync("services/**/*.ts", { cwd: `${import.meta.dirname}/..` })
  assert.ok(files.length > 100)
  const found = files
    .filter((file) => !exceptions.includes(file))
    .flatMap((file) => {
      const text = readFileSync(`${import.meta.dirname}/../${file}`, "utf8")
      return formattedLines(file, text).map((line) => `${file}: ${line.trim()}`)
    })
  assert.deepEqual(found, [])
})

test("a decision on a formatted reply is detected", () => {
  const lines = ['if (product.disable === "N") return', "const amount = decimalOf(due)"]
  for (const line of lines) {
    assert.deepEqual(formattedLines("services/payments/paying/pay-now.ts", line), [line])
  }
  assert.deepEqual(
    formattedLines("services/payments/paying/payment-presenter.ts", lines.join("\n")),
    [],
  )
})
