import assert from "node:assert/strict"
import { test } from "node:test"
import { connectivityText } from "#contracts/connectivity.ts"
import { needsPhoneNumber } from "./asks-to-call.ts"

const number = "(800) 555-0142"
const asks = (...content: string[]) => needsPhoneNumber([{ content }], number)

test("HELP-03 messages that ask the person to call show the number, unless they contain it", () => {
  assert.equal(asks(connectivityText), true)
  assert.equal(asks("Please CALL us."), true)
  assert.equal(asks("We called the bank, typically on Mondays."), false)
  assert.equal(asks("Please call us.", `Questions? Call ${number}`), false)
  assert.equal(needsPhoneNumber([], number), false)
})
