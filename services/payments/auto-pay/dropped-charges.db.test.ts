import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { insertSuspension } from "./auto-pay-suspensions.store.ts"
import { billingRunOf, setOnAutoPay } from "./billing-fixture.ts"
import { insertSkip } from "./skips.store.ts"

const [paid, credited, both, suspended] = [0, 1, 2, 3]
const [skipped, untold, charged, closed] = [4, 5, 6, 7]
const staff = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>
before(async () => {
  at = await startPaymentsTest(8)
  server = at.startProcess()
  for (let payer = 0; payer < 8; payer += 1) await setOnAutoPay(at, payer, "bank")
  await at.database.rows(
    sql`update policy_admin.person set email_address = ''
      where account_number = ${payerAccount(untold)}`,
  )
})
after(() => at.close())

async function runOn(date: string) {
  const today = await at.brands.todayOf(client)
  at.clock.advance({ days: today.until(date, { largestUnit: "days" }).days })
  return await billingRunOf(at, server).run()
}

function productOf(payer: number) {
  return { client, accountNumber: payerAccount(payer), policyNumber: payerPolicy(payer) }
}

async function credit(payer: number, amount: number) {
  const asked = { ...productOf(payer), kind: "credit", billNumber: null, amount } as const
  await server.corrections.request({ ...asked, reason: "Goodwill", key: `credit ${payer}` }, staff)
}

async function dropped(payer: number): Promise<string[]> {
  const mails = await at.mailsTo(payer)
  return mails
    .filter(({ subject }) => subject.startsWith("Auto Pay will not charge"))
    .map(({ subject, text }) => `${subject} ${text.replaceAll(/\s+/g, " ")}`)
}

test("NOTICE-09 an announced charge that is not made is canceled by email on its day, once, with the reason", async () => {
  await runOn("2026-03-05")
  await runOn("2026-03-06")
  await server.submit(paymentBy(paid))
  await server.submit(paymentBy(untold))
  await credit(credited, payerDue)
  await credit(both, 1_000)
  await server.submit(paymentBy(both, "visa.08-2031", { amount: payerDue - 1_000 }))
  const now = at.clock.now()
  for (const [payer, methodRecordId, reason] of [
    [suspended, `pm${suspended}`, "account_closed"],
    // The account system closed the account.
    [closed, "", "closed"],
  ] as const) {
    await insertSuspension(at.database, {
      ...{ id: randomUUID(), ...productOf(payer), methodRecordId },
      ...{ paymentId: null, reason, suspendedAt: now },
    })
  }
  const dueDates = ["2026-03-15"]
  await insertSkip(at.database, {
    ...{
      id: randomUUID(),
      ...productOf(skipped),
      productDesc: "",
      chargeOn: "2026-03-15",
      dueDates,
      billNumbers: [],
    },
    ...{ amount: payerDue, methodLabel: "", siteAddress: "", actorKind: "customer" },
    ...{ actorUserid: "", subjectUserid: "", ip: "", askedAt: now },
  })
  await at.policyAdmin.skipCharge({ ...productOf(skipped), dueDates })
  assert.equal((await runOn("2026-03-14"))?.cancellationsEmailed, 0, "not before its day")
  const report = await runOn("2026-03-15")
  assert.deepEqual([report?.cancellationsEmailed, report?.accepted], [5, 1])
  assert.equal((await runOn("2026-03-15"))?.cancellationsEmailed, 0, "once")
  assert.equal((await runOn("2026-03-16"))?.cancellationsEmailed, 0, "nor on the next day")
  for (const [payer, reason] of [
    [paid, /You have paid it already\. Auto Pay stays on/],
    [credited, /We lowered what you owe, so nothing is due/],
    [both, /settled by your payment and by what we lowered/],
    [closed, /Your account was closed, so Auto Pay charges nothing more\./],
    [suspended, /Auto Pay is suspended for this product\. The amount is still due/],
  ] as const) {
    const [email, ...more] = await dropped(payer ?? 0)
    assert.deepEqual(more, [])
    assert.match(email ?? "", /^Auto Pay will not charge \$42\.75 on Mar 15, 2026: Test/)
    assert.match(email ?? "", reason)
  }
  for (const payer of [skipped, untold, charged]) assert.deepEqual(await dropped(payer ?? 0), [])
})
