import assert from "node:assert/strict"
import { test } from "node:test"
import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { csvRow, plainCell } from "./csv.ts"

const cellsIn = (csv: string): string[] => parse(csv, { relax_column_count: true })[0] ?? []

/**
 * Texts that often begin with characters that start a formula, and with apostrophes before them.
 */
const start = fc.constantFrom(
  "",
  "'",
  "''",
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "\n",
  "＝",
  "＋",
  "－",
  "＠",
)
const hostile = fc
  .tuple(
    fc.array(start, { maxLength: 3 }),
    fc.oneof(fc.string({ unit: "binary" }), fc.integer().map(String)),
  )
  .map(([starts, rest]) => starts.join("") + rest)
const plain = fc.oneof(
  fc.integer().map(String),
  fc.integer({ min: -9_999_999, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2)),
)

test("LEDGER-04 every text read back from a row is unchanged", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(hostile, fc.string(), plain), { minLength: 2, maxLength: 5 }),
      (cells) => {
        assert.deepEqual(cellsIn(csvRow(cells)).map(plainCell), cells)
      },
    ),
    { numRuns: 2_000 },
  )
})

test("LEDGER-04 no cell begins with a formula character, and amounts and dates stay plain", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const [cell = ""] = cellsIn(csvRow([text, ""]))
      assert.ok(!/^[=+\-@\t\r\n＝＋－＠]/.test(cell) || /^-?\d+(\.\d+)?$/.test(cell), cell)
    }),
    { numRuns: 2_000 },
  )
  fc.assert(fc.property(plain, (amount) => assert.equal(csvRow([amount]), `${amount}\r\n`)))
  const cells = ["2026-03-31", "-12.50", "0", "04101", "'tis", "2075550101", "", "a=b"]
  assert.equal(csvRow(cells), `${cells.join()}\r\n`)
})

test("LEDGER-04 formulas and their escapes are written and read one by one", () => {
  for (const [text, cell] of [
    ["=1+1", "'=1+1"],
    ["'=1+1", "''=1+1"],
    ["''=1+1", "'''=1+1"],
    ["+1-cmd", "'+1-cmd"],
    ["-2+3", "'-2+3"],
    ["-", "'-"],
    ["-1e5", "'-1e5"],
    ["@SUM(A1:A9)", "'@SUM(A1:A9)"],
    ["＝1+1", "'＝1+1"],
    ["＠SUM(A1)", "'＠SUM(A1)"],
    ["'", "'"],
    ["'Ohana", "'Ohana"],
    ["'-12.50", "''-12.50"],
  ] as const) {
    assert.deepEqual([csvRow([text]), plainCell(cell)], [`${cell}\r\n`, text])
  }
  assert.equal(
    csvRow(['=HYPERLINK("http://e.co","x")']),
    '"\'=HYPERLINK(""http://e.co"",""x"")"\r\n',
  )
  assert.equal(csvRow(["\t=1", "a;=1"]), '"\'\t=1","a;=1"\r\n')
})
