import type { AutoPayDue } from "#ports/policy-admin/port.ts"
import { type Check, expect, NotApplicable, type Trial } from "../check.ts"
import { keyOf, nameOf, type Product, peopleOf } from "../people.ts"

const group = "Auto pay"
const pageSize = 200
/** The most pages of due products to read for a client. */
const mostPages = 50

/** The active products of the test people that are on auto pay. Errors: `NotApplicable`. */
async function onAutoPay({ policyAdmin, ...trial }: Trial): Promise<Product[]> {
  const products: Product[] = []
  for (const { client, accountNumber } of peopleOf({ policyAdmin, ...trial })) {
    const account = await policyAdmin.account(client, accountNumber)
    for (const { active, policyNumber, billing } of account?.products ?? []) {
      const isCharged = active && billing.kind === "direct"
      if (isCharged && billing.paymentMethodRecordId !== null) {
        products.push({ client, accountNumber, policyNumber })
      }
    }
  }
  if (products.length === 0) throw new NotApplicable("no test person has a product on auto pay")
  return products
}

/** The products of the client that auto pay charges until that day. Errors: `NotApplicable`. */
async function dueOf({ policyAdmin }: Trial, client: string, until: string) {
  const all: AutoPayDue[] = []
  for (let page = 0; page < mostPages; page += 1) {
    const found = await policyAdmin.billing.autoPayDue(client, until, all.at(-1), pageSize)
    all.push(...found)
    if (found.length < pageSize) return all
  }
  throw new NotApplicable(`${client} has more than ${all.length} products that auto pay charges`)
}

export const autoPay: Check[] = [
  {
    name: "lists each product on auto pay that has a bill to charge",
    group,
    async run(trial) {
      const until = `${Number(trial.today.slice(0, 4)) + 1}-12-28`
      let checked = 0
      for (const product of await onAutoPay(trial)) {
        const policy = await trial.policyAdmin.product(...keyOf(product))
        const skipped = policy?.billing.skippedDueDates ?? []
        const bills = await trial.policyAdmin.openBills(...keyOf(product))
        const due = bills.filter(
          ({ dueDate, owed }) => owed > 0 && dueDate <= until && !skipped.includes(dueDate),
        )
        if (due.length === 0) continue
        checked += 1
        const listed = (await dueOf(trial, product.client, until)).filter(
          ({ accountNumber, policyNumber }) =>
            accountNumber === product.accountNumber && policyNumber === product.policyNumber,
        )
        expect(listed.length === 1, `${nameOf(product)} once among those due by ${until}`, listed)
      }
      if (checked === 0) throw new NotApplicable("no product on auto pay has an open bill")
    },
  },
  {
    name: "charges bills whose sum is smaller than the minimum together with the next one",
    group,
    async run(trial) {
      let checked = 0
      for (const product of await onAutoPay(trial)) {
        const { today } = trial
        const key = keyOf(product)
        const first = await trial.policyAdmin.nextCharge(...key, { today, minimum: 1 })
        if (!first) continue
        checked += 1
        const minimum = first.amount + 1
        const more = await trial.policyAdmin.nextCharge(...key, { today, minimum })
        const isEnough = more === undefined || more.amount >= minimum
        expect(isEnough, `a charge of ${nameOf(product)} of at least ${minimum} cents`, more)
      }
      if (checked === 0) throw new NotApplicable("no product on auto pay has a next charge")
    },
  },
]
