import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { pdfBlob } from "./use-pdf.ts"

test("DETAILS-03 decoding restores every byte at any length", async () => {
  for (const length of [0, 1, 383, 384, 385, 512, 768, 100_001]) {
    const bytes = randomBytes(length)
    const blob = pdfBlob(bytes.toString("base64"))
    assert.equal(blob.type, "application/pdf")
    assert.deepEqual(Buffer.from(await blob.arrayBuffer()), bytes)
  }
})

test("DETAILS-03 decodes in chunks of 512 characters", (context) => {
  const decode = context.mock.method(globalThis, "atob")
  pdfBlob(randomBytes(1_000).toString("base64"))
  const lengths = decode.mock.calls.map(({ arguments: [text] }) => text.length)
  assert.deepEqual(lengths, [512, 512, 312])
})

test("text that is not base64 is rejected", () => {
  assert.throws(() => pdfBlob("not a document!"), { name: "InvalidCharacterError" })
})
