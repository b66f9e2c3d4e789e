import assert from "node:assert/strict"
import { randomBytes, randomUUID } from "node:crypto"
import { test } from "node:test"
import { holdsCardNumber } from "./card-numbers.ts"

const cards = [
  "4242424242424242",
  "5555555555554444",
  "2223003122003222",
  "6011111111111117",
  "378282246310005",
  "3056930009020004",
  "36227206271667",
  "4222222222222",
  "6205500000000000004",
]

test("a card number is detected in every usual way of writing it", () => {
  for (const number of cards) {
    const groups = number.match(/.{1,4}/g) ?? []
    for (const written of [
      number,
      groups.join(" "),
      groups.join("-"),
      groups.join(" - ").replaceAll(" - ", "- "),
      groups.join("\u00a0"),
      groups.join("–"),
      number.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      `my card is ${number}, thanks`,
      `${groups.join(" ")} 12/29 123`,
      `exp 12 29 ${groups.join(" ")}`,
      JSON.stringify({ a: [{ b: number }] }),
      `{"cardNumber":${number}}`,
    ]) {
      assert.equal(holdsCardNumber(written), true, written)
    }
  }
})

test("a card number is detected with points and invisible characters between its digits, and in any script", () => {
  const digitsFrom = (zero: number, number: string) =>
    number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  for (const number of cards.filter(({ length }) => length === 16)) {
    const groups = number.match(/.{1,4}/g) ?? []
    for (const written of [
      ...[".", "_", "/", ",", "·", "|", ":", "\u200b", "\u00ad", "\u2060", "\ufeff", "\u200e"].map(
        (separator) => groups.join(separator),
      ),
      ...[0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x17e0, 0x1d7ce, 0x1d7d8, 0x1d7f6, 0x1e950].map(
        (zero) => digitsFrom(zero, number),
      ),
      digitsFrom(0x660, groups.join(" ")),
      [...number].join("\u200b"),
    ]) {
      assert.equal(holdsCardNumber(written), true, JSON.stringify(written))
    }
  }
  assert.equal(holdsCardNumber("3782.822463.10005"), true)
  assert.equal(holdsCardNumber("4242.4242.4242.4241"), false, "no check digit")
  assert.equal(holdsCardNumber("1,234.50 4,242.42 192.168.100.200 2026/03/02 12:00:00"), false)
  assert.equal(holdsCardNumber("4242.4242.4242"), false)
})

test("text without a card number is accepted", () => {
  for (const text of [
    "4242424242424241",
    "4000000017",
    "4000000017 4000000025 4000000033",
    "(312) 555-1234 (312) 555-4242",
    "312-555-1234 312-555-4242",
    "60601-1234",
    "2026-03-02T12:00:00.000Z",
    "1772452800000 1772452800001 1772452800018",
    "0.4242424242424242 -12.4242424242424242",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/145.0.0.0 Safari/537.36",
    "42424242424242424242424242424242",
    "pm_4242424242424242abc",
    "token_x4242424242424242",
    "110000000 000123456789",
    "",
  ]) {
    assert.equal(holdsCardNumber(text), false, text)
  }
})

test("a token or id is never mistaken for a card number", () => {
  for (let n = 0; n < 20_000; n += 1) {
    const bytes = randomBytes(48)
    for (const text of [randomUUID(), bytes.toString("base64url"), bytes.toString("hex")]) {
      assert.equal(holdsCardNumber(`{"id":"${text}"}`), false, text)
    }
    assert.equal(holdsCardNumber(`{"image":"${bytes.toString("base64")}"}`), false)
  }
})

test("checking long runs of digits and groups takes hardly any time", () => {
  for (const text of ["4".repeat(100_000), "4 ".repeat(50_000), `${"42-".repeat(33_000)}x`]) {
    holdsCardNumber(text)
  }
})
