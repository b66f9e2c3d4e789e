import assert from "node:assert/strict"
import { test } from "node:test"
import { fileNameOf } from "./file-name.ts"

test("a saved document is named after its title and date", () => {
  assert.equal(
    fileNameOf("Certificate of insurance", "04/01/2011"),
    "Certificate of insurance 2011-04-01.pdf",
  )
  assert.equal(fileNameOf("Membership card", ""), "Membership card.pdf")
  assert.equal(
    fileNameOf("Bestätigung für Łucja", "12/31/2025"),
    "Bestätigung für Łucja 2025-12-31.pdf",
  )
})

test("a file name cannot leave its folder, hide its type or be rejected by an operating system", () => {
  assert.equal(fileNameOf("../../etc/passwd", ""), "etc passwd.pdf")
  assert.equal(fileNameOf("Reminder: past due?", "01/02/2026"), "Reminder past due 2026-01-02.pdf")
  assert.equal(fileNameOf("invoice\u202Efdp.exe", ""), "invoicefdp.exe.pdf")
  assert.equal(fileNameOf("a\u0000b\r\nc", ""), "abc.pdf")
  assert.equal(fileNameOf(" .. ", ""), "Document.pdf")
  assert.equal(fileNameOf("", "01/02/2026"), "Document 2026-01-02.pdf")
  assert.ok(fileNameOf("x".repeat(500), "01/02/2026").length < 120)
})
