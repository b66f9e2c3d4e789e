import assert from "node:assert/strict"
import { test } from "node:test"
import { plainDigits, withoutSeparators } from "./digits.ts"

test("REGISTER-08 the digits of every script are read", () => {
  for (const digits of [
    "0123456789",
    "٠١٢٣٤٥٦٧٨٩",
    "۰۱۲۳۴۵۶۷۸۹",
    "०१२३४५६७८९",
    "０１２３４５６７８９",
    "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
    "𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿",
    "𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙",
  ]) {
    assert.equal(plainDigits(`No. ${digits}x`), "No. 0123456789x", digits)
  }
  for (let point = 0x80; point <= 0x1ffff; point += 1) {
    const character = String.fromCodePoint(point)
    const isDigit = /\p{Nd}/u.test(character)
    assert.equal(/^[0-9]$/.test(plainDigits(character)), isDigit, point.toString(16))
  }
})

test("REGISTER-08 separators in a number are ignored", () => {
  for (const typed of [
    "400-000",
    " 400 000\u200e",
    "٤٠٠–٠٠٠",
    "４００\u00a0０００",
    "4\u22120\u00ad0000",
  ]) {
    assert.equal(withoutSeparators(typed), "400000", typed)
  }
})
