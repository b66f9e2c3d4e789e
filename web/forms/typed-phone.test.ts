import assert from "node:assert/strict"
import { test } from "node:test"
import { isPhone } from "#contracts/profile/phone-rules.ts"
import { typedPhone } from "./typed-phone.ts"

/** `|` is the caret. */
function typed(text: string): string {
  const caret = text.indexOf("|")
  const after = typedPhone(text.replace("|", ""), caret)
  return `${after.text.slice(0, after.caret)}|${after.text.slice(after.caret)}`
}

test("PROFILE-03 a phone number gets its brackets and dash while it is typed at its end", () => {
  const shown: string[] = []
  for (const digit of "2075550148") {
    shown.push(typed((shown.at(-1) ?? "|").replace("|", `${digit}|`)))
  }
  assert.deepEqual(shown, [
    "2|",
    "20|",
    "207|",
    "(207) 5|",
    "(207) 55|",
    "(207) 555|",
    "(207) 555-0|",
    "(207) 555-01|",
    "(207) 555-014|",
    "(207) 555-0148|",
  ])
})

test("PROFILE-03 the caret stays at its digit when a digit in the middle is added or removed", () => {
  assert.equal(typed("(29|07) 555-014"), "(29|0) 755-5014")
  assert.equal(typed("(20|) 555-0148"), "(20|5) 550-148")
  assert.equal(typed("(207)|555-0148"), "(207|) 555-0148")
  assert.equal(typed("|(207) 555-0148"), "|(207) 555-0148")
})

test("characters that are not digits and extra digits are dropped", () => {
  assert.equal(typed("(207) 555-0148x|"), "(207) 555-0148|")
  assert.equal(typed("(207) 555-01489|"), "(207) 555-0148|")
  assert.equal(typed("call|"), "|")
})

test("a number that browsers and address books fill in loses its country code", () => {
  assert.equal(typed("+1 207 555 0148|"), "(207) 555-0148|")
  assert.equal(typed("12075550148|"), "(207) 555-0148|")
  assert.equal(typed("1|2075550148"), "|(207) 555-0148")
  assert.equal(typed("001 207 555 0148|"), "(207) 555-0148|")
})

test("PROFILE-03 a number that is pasted with an extension, dots or a label keeps its ten digits", () => {
  for (const pasted of [
    "+1 (555) 010-0199 ext. 4",
    "555.010.0199",
    "Tel: 555-010-0199 x12",
    "1-555-010-0199",
    "\u202a+1\u00a0555\u00a0010\u00a00199\u202c",
  ]) {
    assert.equal(typed(`${pasted}|`), "(555) 010-0199|", pasted)
  }
})

test("PROFILE-03 a number in the digits of another script is formatted", () => {
  for (const pasted of ["٢٠٧٥٥٥٠١٤٨", "+१ २०७ ५५५ ०१४८", "２０７-５５５-０１４８"]) {
    assert.equal(typed(`${pasted}|`), "(207) 555-0148|", pasted)
    assert.equal(isPhone(pasted.replace(/^\+\S/, "")), true, pasted)
  }
  assert.equal(typed("۲۰۷|۵"), "(207|) 5")
  assert.equal(isPhone("+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨"), false)
})

test("PROFILE-03 a foreign number stays as typed and is rejected", () => {
  for (const pasted of [
    "+44 20 7946 0958",
    "+52 55 1234 5678",
    "011 44 20 7946 0958",
    "0044 20 7946 0958",
    "+49",
    "+",
    "442079460958",
    "20755501489",
    "+1 207 555 01489",
    "+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨",
  ]) {
    assert.equal(typed(`${pasted}|`), `${pasted}|`)
    assert.equal(isPhone(pasted), false, pasted)
  }
  assert.equal(typed("+1|"), "1|", "a number of this country may begin like this")
})

/** The text of the field after these keys are typed in order. */
function keyed(keys: string): string {
  return [...keys].reduce((text, key) => typed(`${text}${key}|`).replace("|", ""), "")
}

test("PROFILE-03 a foreign number stays as typed key by key and is rejected", () => {
  for (const keys of [
    "0049 30 1234567",
    "0049301234567",
    "00442079460958",
    "011 49 30 1234567",
    "0211 12345678",
    "02079460958",
    "0301234567",
    "+49 30 1234567",
    "+44 (0)20 7946 0958",
    "٠٠٤٩٣٠١٢٣٤٥٦٧",
  ]) {
    assert.equal(keyed(keys), keys)
    assert.equal(isPhone(keys), false, keys)
    assert.equal(typed(`${keys}|`), `${keys}|`)
  }
  for (const keys of ["12075550148", "+12075550148", "+1 (207) 555-0148", "0012075550148"]) {
    assert.equal(keyed(keys), "(207) 555-0148", keys)
  }
})

test("PROFILE-03 a word after more than ten digits does not make a foreign number domestic", () => {
  for (const pasted of ["49 30 1234567 x12", "4420 7946 0958 ext 3", "0211 12345678, desk"]) {
    assert.equal(typed(`${pasted}|`), `${pasted}|`)
  }
  for (const pasted of ["1 207 555 0148 x12", "2075550148;12", "001 207 555 0148 #4"]) {
    assert.equal(typed(`${pasted}|`), "(207) 555-0148|", pasted)
  }
})
