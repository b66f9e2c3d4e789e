import assert from "node:assert/strict"
import { test } from "node:test"
import { auditLog } from "#testing/audit-trail.ts"
import { payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { isSuspended } from "./auto-pay-suspensions.store.ts"

for (const lost of ["insert into myaccount_core.auto_pay_suspension", "insert into audit.entry"]) {
  test(`FAILURE-02 a decline is stored only together with the suspension: "${lost}" fails`, async (t) => {
    const at = await startPaymentsTest(1)
    t.after(() => at.close())
    let isBroken = true
    let refused = 0
    const server = at.startProcess({
      database: {
        ...at.database,
        transaction: async (work) =>
          await at.database.transaction(async (tx) => {
            let isSuspending = false
            return await work({
              ...tx,
              async rows(statement) {
                isSuspending ||= statement.text.includes("auto_pay_suspension")
                if (isBroken && isSuspending && statement.text.includes(lost)) {
                  refused += 1
                  throw new Error("The database ended this transaction.")
                }
                return await tx.rows(statement)
              },
            })
          }),
      },
    })
    const isStopped = async () =>
      await isSuspended(at.database, client, payerPolicy(0), paymentBy(0).method.paymentRecordId)

    const { id } = await server.submit(paymentBy(0, "expired", { origin: "autoPay" }))
    assert.ok(refused > 0)
    assert.equal((await at.payment(id)).decidedAt, null)
    assert.equal(await isStopped(), false)

    isBroken = false
    await at.resolve(server)
    assert.equal((await at.payment(id)).status, "declined")
    assert.equal(await isStopped(), true)
    const log = await auditLog(at.database, client)
    const actions = log.map(({ action }) => action)
    for (const action of ["payment.decline", "autoPay.suspend"]) {
      assert.equal(actions.filter((one) => one === action).length, 1, action)
    }
  })
}
