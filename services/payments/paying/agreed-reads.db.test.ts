import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import type { Billing, OpenBill, PaymentToApply, PolicyAdmin } from "#ports/policy-admin/port.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerDue } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
beforeEach(async () => {
  at = await startPaymentsTest(1)
})
afterEach(() => at.close())

interface Answers {
  billing?: (billing: Billing) => Partial<Billing>
  bills?: (bills: OpenBill[]) => OpenBill[]
}

/** An account system where one operation returns different data, and that retains its postings. */
function answering({ billing, bills }: Answers) {
  const posted: PaymentToApply[] = []
  const { policyAdmin } = at
  const changed: PolicyAdmin = {
    ...policyAdmin,
    async account(...of) {
      const account = await policyAdmin.account(...of)
      if (!account) return account
      const products = account.products.map((product) => ({
        ...product,
        billing: { ...product.billing, ...billing?.(product.billing) },
      }))
      return { ...account, products }
    },
    async openBills(...of) {
      const found = await policyAdmin.openBills(...of)
      return bills?.(found) ?? found
    },
    async applyPayment(payment) {
      posted.push(payment)
      await policyAdmin.applyPayment(payment)
    },
  }
  return { posted, process: at.startProcess({ policyAdmin: changed }) }
}

async function isRefused(answers: Answers, request: Parameters<typeof paymentBy>[2] = {}) {
  const { process, posted } = answering(answers)
  const error = await process
    .submit(paymentBy(0, "visa.08-2031", request))
    .catch((reason: unknown) => reason)
  assert.ok(error instanceof ApiError && error.messageId === "payment.amountsDiffer", String(error))
  assert.match(error.values.phoneNumber ?? "", /\d/)
  const faults = (await process.adapterMetrics.accountSystemFaults.get()).values
  const counted = faults.filter(({ value }) => value > 0)
  assert.deepEqual(counted, [{ labels: { fault: "amounts" }, value: 1 }])
  assert.deepEqual(process.logged, [{ client, product: paymentBy(0).policyNumber }])
  assert.deepEqual([at.sandbox.charges(), posted], [[], []])
}

const differing: Record<string, Answers> = {
  "the product owes more than its bills": {
    billing: ({ amountDue }) => ({ amountDue: amountDue + 3_420 }),
  },
  "the product owes less than its bills": {
    billing: ({ amountDue }) => ({ amountDue: amountDue - 1_000 }),
  },
  "the product owes a negative amount": { billing: () => ({ amountDue: -2_500 }) },
  "only one operation lists a bill": { bills: () => [] },
  "a bill is listed twice": { bills: (bills) => [...bills, ...bills] },
  "the same amount is due on another day": {
    billing: ({ openAmounts }) => ({
      openAmounts: openAmounts.map((one) => ({ ...one, dueDate: "2026-03-01" })),
    }),
  },
  "the parts of the product do not add up to its bills": {
    billing: ({ openAmounts }) => ({
      openAmounts: openAmounts.flatMap((one) => [one, { ...one, owed: 100 }]),
    }),
  },
}

for (const [name, answers] of Object.entries(differing)) {
  test(`PAYNOW-14 a payment by hand is rejected, logged and counted if ${name}`, async () => {
    for (const amount of [payerDue, payerDue + 3_420, payerDue - 1_000]) {
      await isRefused(answers, { amount, key: `key of ${amount}` })
    }
  })
}

test("PAYNOW-14 auto pay charges the smaller of the two amounts, or nothing", async () => {
  const [bill] = await at.policyAdmin.openBills(
    client,
    paymentBy(0).accountNumber,
    paymentBy(0).policyNumber,
  )
  assert.ok(bill)
  const bills = { numbers: [bill.number], dueDates: [], announced: payerDue }
  await isRefused({ billing: ({ amountDue }) => ({ amountDue: amountDue - 1_000 }) }, { bills })
  const { accountNumber } = paymentBy(0)
  await saveMethod(at.database, { client, accountNumber, recordId: "PM-0", sample: "visa" })
  const { process } = answering({ billing: ({ amountDue }) => ({ amountDue: amountDue + 3_420 }) })
  const paid = await process.submit(paymentBy(0, "visa.08-2031", { bills, key: "again" }))
  assert.equal(paid.amount, payerDue)
})

test("PAYNOW-14 if something was posted between two reads, they are repeated once, and the payment contains its bills", async () => {
  let reads = 0
  const { process, posted } = answering({
    bills(bills) {
      reads += 1
      return reads === 1 ? [] : bills
    },
  })
  const paid = await process.submit(paymentBy(0))
  assert.notEqual(paid.confirmationNumber, null)
  await process.idle()
  assert.deepEqual(process.logged, [])
  const numbers = posted.map(({ billNumbers }) => billNumbers)
  assert.deepEqual(numbers, [[1]])
})
