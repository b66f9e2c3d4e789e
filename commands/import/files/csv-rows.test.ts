import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { csvRows, FileFault } from "./csv-rows.ts"

const lineEnds = ["\r\n", "\n", "\r"] as const

/** The rows of a text that arrives in pieces of this length. */
async function rowsOf(text: string, length = text.length || 1) {
  async function* pieces() {
    const letters = [...text]
    for (let at = 0; at < letters.length; at += length) {
      yield letters.slice(at, at + length).join("")
    }
  }
  const rows: { line: number; cells: string[] }[] = []
  for await (const row of csvRows(pieces())) rows.push(row)
  return rows
}

/** The number of lines before this place, as editors count them. */
const lineAt = (text: string, end: number) => text.slice(0, end).split(/\r\n|\r|\n/).length

const cell = fc.string({ unit: fc.constantFrom("a", " ", '"', ",", "\r", "\n", "é", "😀") })
const row = fc.array(cell, { minLength: 1, maxLength: 4 })

test("rows of any cells are read with their lines, with any line ends and in any pieces", async () => {
  const file = fc.array(fc.tuple(row, fc.constantFrom(...lineEnds)), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (rows, size, ends) => {
        let text = ""
        const expected: { line: number; cells: string[] }[] = []
        for (const [at, [cells, end]] of rows.entries()) {
          expected.push({ line: lineAt(text, text.length), cells })
          const quoted = cells.map((one) => `"${one.replaceAll('"', '""')}"`)
          text += quoted.join(",") + (ends || at < rows.length - 1 ? end : "")
        }
        assert.deepEqual(await rowsOf(text, size), expected)
      },
    ),
  )
})

test("unquoted cells are read, too, and a lone carriage return ends a line", async () => {
  for (const end of lineEnds) {
    for (const last of ["", end]) {
      const text = `a,b${end}${end}1,${end},2${last}`
      for (const size of [1, 2, 3, 100]) {
        assert.deepEqual(await rowsOf(text, size), [
          { line: 1, cells: ["a", "b"] },
          { line: 2, cells: [""] },
          { line: 3, cells: ["1", ""] },
          { line: 4, cells: ["", "2"] },
        ])
      }
    }
  }
})

test("a quote in the wrong place is reported with the line of its cell, after the rows before it", async () => {
  for (const [text, line, reason] of [
    ['a,b\n1,2\n3,12" Main St\n', 3, /quote inside of a cell/],
    ['a,b\r\n"x\r\ny",2\r\n"12" Main St",2\r\n', 4, /quote inside of a cell/],
    ['a,b\n1,"2\n3,4\n', 2, /not closed/],
    ['a,b\r1,"2\r3,4""', 2, /not closed/],
    ['a\n"1" \n', 2, /quote inside of a cell/],
    ['"', 1, /not closed/],
  ] as const) {
    for (const size of [1, 2, 5, 100]) {
      await assert.rejects(rowsOf(text, size), (error) => {
        assert.ok(error instanceof FileFault)
        assert.equal(error.line, line, text)
        assert.match(error.message, reason)
        return true
      })
    }
  }
})

test("an unclosed quote does not read the whole of a large file", async () => {
  let read = 0
  async function* pieces() {
    yield 'a,b\n1,"2\n'
    for (; read < 1_000; read += 1) yield "x".repeat(1 << 16)
  }
  await assert.rejects(
    async () => {
      for await (const _ of csvRows(pieces()));
    },
    { line: 2, message: /not closed/ },
  )
  assert.ok(read < 100, String(read))
})
