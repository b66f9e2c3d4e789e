import assert from "node:assert/strict"
import { test } from "node:test"
import type { StatusItem } from "#contracts/staff/status.ts"
import { factsOf, seenText } from "./texts.ts"

test("STATUS-10 each time has the device's time zone, and its date if it is on another day", () => {
  const now = "2026-11-25T03:08:00Z"
  assert.equal(seenText(now, now, "America/New_York"), "10:08 PM EST")
  assert.equal(seenText(now, now, "UTC"), "3:08 AM UTC")
  const before = "2026-11-24T22:08:00Z"
  assert.equal(seenText(before, now, "UTC"), "Tue, Nov 24 at 10:08 PM UTC")
  assert.equal(seenText(before, now, "America/New_York"), "5:08 PM EST")
})

test("STATUS-09 queued emails are being sent while all works, and are not sent yet in trouble", () => {
  const emailFacts = (state: StatusItem["state"], emailsWaiting: number | null) => {
    const payments = {
      ...{ undecided: 0, notPosted: 0, contradicted: 0 },
      ...{ accepted: 0, declined: 0, reasons: [] },
    }
    const facts = { emailsWaiting, payments, billing: { running: 0, doneSince: "", late: [] } }
    const item = { subject: "emails", state, trouble: null, since: "", customers: null } as const
    return factsOf(item, facts, String)
  }
  for (const none of [0, null]) {
    assert.deepEqual(emailFacts("works", none), ["Emails go out without delay."])
    assert.deepEqual(emailFacts("trouble", none), [])
  }
  assert.deepEqual(emailFacts("works", 1), ["1 email is being sent."])
  assert.deepEqual(emailFacts("works", 2), ["2 emails are being sent."])
  assert.deepEqual(emailFacts("trouble", 1), ["1 email not sent yet."])
})
