import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import type { KeptMethod, MethodReport, PaymentGateway } from "#ports/payment-gateway/port.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { Deps } from "#services/deps.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { brandsOf } from "#testing/brands.ts"
import { testAudit } from "#testing/secret-key.ts"
import { type AtAutoPay, policyNumber, siobhanAtAutoPay } from "../auto-pay/auto-pay-fixture.ts"
import { createMethodReports } from "./payment-method-reports.ts"

let app: TestApp
let at: AtAutoPay
let report: (told: MethodReport) => Promise<boolean>

before(async () => {
  app = await startTestApp()
  at = await siobhanAtAutoPay(app)
  const { database, clock } = app
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  const brands = brandsOf(database, clock)
  const gateways = onlyGateway({ name: "sandbox" } as PaymentGateway)
  const outbox = createOutbox({
    seal: createSeal(createKeyRing(randomBytes(32)).for("seal")),
    clock,
  })
  const sending = { outbox, wakeEmail() {}, brandOf: brands.brandOf }
  const told = { database, clock, policyAdmin, brands, gateways, audit: testAudit(clock) }
  const deps = { ...told, ...sending }
  const reports = createMethodReports(deps as object as Deps)
  report = async (told) => await reports.report(told, "sandbox")
})

after(() => app.close())

const renewed: KeptMethod = {
  reference: "sample.visa.08-2031.T-RENEWED",
  kind: "card",
  cardType: "VS",
  lastFour: "1881",
  expirationDate: "09/2035",
  institution: "",
  maskedRoutingNumber: "",
}

async function changes() {
  const entries = await auditLog(app.database, "harbor")
  return entries.filter(({ action }) => action === "paymentMethod.change")
}

test("METHODS-09 a card that its network renewed shows its new number and date, also as the method of auto pay", async () => {
  await at.save("T-RENEWED")
  await app.database.rows(
    sql`update policy_admin.billing set payment_method_record_id = 'T-RENEWED',
        payment_method_label = 'VISA ending in 4242'
      where client = 'harbor' and policy_number = ${policyNumber}`,
  )
  const before = await changes()
  for (let repetition = 0; repetition < 3; repetition += 1) await report({ method: renewed })

  const method = await at.methodOf("T-RENEWED")
  assert.equal(method?.paymentMethodHeader, "VISA ending in 1881")
  assert.equal(method?.creditCard?.expirationDate, "09/2035")
  const [billing] = await app.database.rows<{ label: string; amount: number }>(
    sql`select payment_method_label as label from policy_admin.billing
      where client = 'harbor' and policy_number = ${policyNumber}`,
  )
  assert.equal(billing?.label, "VISA ending in 1881")
  const recorded = (await changes()).slice(before.length)
  assert.equal(recorded.length, 1, "a repeated report changes nothing")
  assert.match(JSON.stringify(recorded[0]?.before), /ending in 4242/)
  assert.match(JSON.stringify(recorded[0]?.after), /ending in 1881/)
})

test("METHODS-09 a bank account that the gateway reports as verified can be charged", async () => {
  const verifyAt = "https://gateway.example/deposits"
  await at.save("T-DEPOSITS", { sample: "bank", verifyAt })
  assert.equal((await at.methodOf("T-DEPOSITS"))?.isVerified, "N")
  await report({
    method: {
      reference: "sample.bank.T-DEPOSITS",
      kind: "bank",
      cardType: "",
      lastFour: "6789",
      expirationDate: "",
      institution: "Sandbox Bank",
      maskedRoutingNumber: "*****0000",
    },
  })
  const method = await at.methodOf("T-DEPOSITS")
  assert.deepEqual([method?.isVerified, method?.verifyAt], ["Y", ""])
})

test("METHODS-10 a bank account that could not be verified shows this, and a late report changes nothing", async () => {
  const recordId = "T-NEVER-VERIFIED"
  await at.save(recordId, { sample: "bank", verifyAt: "https://gateway.example/deposits" })
  const method: KeptMethod = {
    ...renewed,
    reference: `sample.bank.${recordId}`,
    kind: "bank",
    cardType: "",
    lastFour: "6789",
    expirationDate: "",
  }
  for (let copy = 0; copy < 2; copy += 1) await report({ method, isVerificationFailed: true })
  const failed = await at.methodOf(recordId)
  assert.deepEqual([failed?.isVerified, failed?.verifyAt], ["N", ""])
  assert.match(failed?.verifyMessage ?? "", /^Checking ending in 6789 could not be verified/)
  await report({ method })
  assert.equal((await at.methodOf(recordId))?.isVerified, "Y")
  await report({ method, isVerificationFailed: true })
  assert.equal((await at.methodOf(recordId))?.isVerified, "Y")
})

test("RECONCILE-07 the daily sweep checks bank accounts that are not verified and auto pay cards that expire soon, and applies the answers like reports", async () => {
  const verifyAt = "https://gateway.example/deposits"
  await at.save("T-VERIFIED", { sample: "bank", verifyAt })
  await at.save("T-STILL-OPEN", { sample: "bank-verify", verifyAt })
  for (const recordId of ["T-SOON", "T-LATER", "T-NO-AUTO-PAY"]) {
    await at.save(recordId, { expirationDate: recordId === "T-LATER" ? "11/2026" : "03/2026" })
    await app.database.rows(
      sql`update myaccount_core.payment_method set gateway_reference = ${`sample.visa.03-2030.${recordId}`}
        where record_id = ${recordId}`,
    )
  }
  const now = async (recordId: string) => {
    const method = await at.methodOf(recordId)
    return method?.creditCard?.expirationDate ?? method?.isVerified
  }
  const sweepWith = async (onAutoPay: string) => {
    await app.database.rows(
      sql`update policy_admin.billing set payment_method_record_id = ${onAutoPay}
        where client = 'harbor' and policy_number = ${policyNumber}`,
    )
    return await app.sweep()
  }
  await sweepWith("T-LATER")
  assert.deepEqual([await now("T-VERIFIED"), await now("T-STILL-OPEN")], ["Y", "N"])
  assert.deepEqual([await now("T-LATER"), await now("T-SOON")], ["11/2026", "03/2026"])
  const { changed } = await sweepWith("T-SOON")
  assert.equal(changed, 1)
  assert.deepEqual([await now("T-SOON"), await now("T-NO-AUTO-PAY")], ["03/2030", "03/2026"])
  assert.equal((await app.sweep()).changed, 0)
})

test("a report about a method that we do not have changes nothing", async () => {
  const before = await changes()
  await report({ method: { ...renewed, reference: "cus_other/pm_other" } })
  assert.deepEqual(await changes(), before)
})
