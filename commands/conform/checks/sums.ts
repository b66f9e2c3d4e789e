import type { ComingBill, OpenBill } from "#ports/policy-admin/port.ts"
import { type Check, expect, expectSame, type Trial } from "../check.ts"
import { keyOf, type Product, peopleOf, productsOf } from "../people.ts"

const group = "Sums and order"
const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0)
const isSorted = (texts: string[]) =>
  texts.every((one, n) => n === 0 || (texts[n - 1] ?? "") <= one)

/** All products of the test people, including those that the file does not contain. */
async function allProducts(trial: Trial): Promise<Product[]> {
  const products: Product[] = []
  for (const { client, accountNumber } of peopleOf(trial)) {
    const account = await trial.policyAdmin.account(client, accountNumber)
    for (const { policyNumber } of account?.products ?? []) {
      products.push({ client, accountNumber, policyNumber })
    }
  }
  return products
}

export const sums: Check[] = [
  {
    name: "owes on each bill its parts, less the entries that settle it",
    group,
    async run(trial) {
      for (const product of await allProducts(trial)) {
        const bills = await trial.policyAdmin.openBills(...keyOf(product))
        const entries = await trial.policyAdmin.entries(...keyOf(product))
        for (const bill of bills) {
          const settled = sum(
            entries.flatMap((one) => (one.billNumber === bill.number ? [one.amount] : [])),
          )
          const { premium, fee, adjustment, credit, owed } = bill
          const parts = premium + fee + adjustment - credit
          const at = `bill ${bill.number} of ${product.policyNumber} owes parts less settled, in cents`
          expectSame(owed, parts - settled, at)
        }
      }
    },
  },
  {
    name: "lists with a product the same open amounts as its open bills",
    group,
    async run(trial) {
      for (const product of await allProducts(trial)) {
        const bills = await trial.policyAdmin.openBills(...keyOf(product))
        const policy = await trial.policyAdmin.product(...keyOf(product))
        const amounts = policy?.billing.openAmounts ?? []
        const ofBills = bills.map(({ dueDate, premium, fee, owed }) => ({
          dueDate,
          cost: premium + fee,
          owed,
        }))
        expectSame(
          amounts,
          ofBills,
          `the open amounts of ${product.policyNumber} are its open bills`,
        )
      }
    },
  },
  {
    name: "has an amount due, past due, adjustment and credit that make up what the open bills owe",
    group,
    async run(trial) {
      for (const product of await allProducts(trial)) {
        const bills = await trial.policyAdmin.openBills(...keyOf(product))
        const billing = (await trial.policyAdmin.product(...keyOf(product)))?.billing
        if (!billing || bills.length === 0) continue
        const { amountDue, pastDueAmount, adjustment, billingCredit, alreadyPaid } = billing
        const owed = sum(bills.map((bill) => bill.owed))
        const at = `amountDue + pastDueAmount - adjustment - billingCredit of ${product.policyNumber} is what its open bills owe, in cents`
        expectSame(amountDue + pastDueAmount - adjustment - billingCredit, owed, at)
        expect(alreadyPaid <= billingCredit, "alreadyPaid is a part of billingCredit", {
          alreadyPaid,
          billingCredit,
        })
        expectSame(billing.dueDate, bills[0]?.dueDate, "the due date of the oldest open bill")
      }
    },
  },
  {
    name: "lists open bills and skipped dates oldest first, documents and letters newest first",
    group,
    async run(trial) {
      for (const product of await allProducts(trial)) {
        const bills = await trial.policyAdmin.openBills(...keyOf(product))
        const dueDates = bills.map(({ dueDate }) => dueDate)
        expect(isSorted(dueDates), "open bills, oldest first", dueDates)
        const detail = await trial.policyAdmin.policy(...keyOf(product))
        const skipped = detail?.policy.billing.skippedDueDates ?? []
        expect(isSorted(skipped), "skipped dates, oldest first", skipped)
        for (const list of [detail?.documents ?? [], detail?.correspondences ?? []]) {
          const dates = list.map(({ documentCreatedDate }) => documentCreatedDate)
          expect(isSorted(dates.toReversed()), "documents, newest first", dates)
        }
      }
    },
  },
  {
    name: "never settles more with an entry's money than the entry brought",
    group,
    async run(trial) {
      for (const product of await allProducts(trial)) {
        const entries = await trial.policyAdmin.entries(...keyOf(product))
        for (const lot of new Set(entries.map((one) => one.lot))) {
          const left = sum(entries.flatMap((one) => (one.lot === lot ? [one.amount] : [])))
          expect(left >= 0, `no more is taken from ${lot} than it brought`, left)
        }
      }
    },
  },
  {
    name: "charges next the sum of the parts, on a day that has not passed, for open bills",
    group,
    async run(trial) {
      for (const product of await allProducts(trial)) {
        const key = keyOf(product)
        const charge = await trial.policyAdmin.nextCharge(...key, { today: trial.today })
        if (!charge) continue
        const { amount, premium, fee, adjustment, credit, alreadyPaid, dueDates } = charge
        expectSame(
          amount,
          premium + fee + adjustment - credit,
          "premium + fee + adjustment - credit, in cents",
        )
        expect(alreadyPaid <= credit, "alreadyPaid is a part of the credit", {
          alreadyPaid,
          credit,
        })
        expect(amount > 0, "a charge of more than 0.00", amount)
        expect(isSorted(dueDates) && dueDates.length > 0, "due dates, oldest first", dueDates)
        const bills = await trial.policyAdmin.openBills(...key)
        const unknown = charge.billNumbers.filter(
          (number) => !bills.some((one) => one.number === number),
        )
        expect(unknown.length === 0, "only bills that are open", unknown)
        const policy = await trial.policyAdmin.product(...key)
        const isAutoPay = policy?.billing.paymentMethodRecordId !== null
        expect(!isAutoPay || charge.date >= trial.today, "a day that has not passed", charge.date)
      }
    },
  },
  {
    name: "lists coming bills by date, the issued ones among the open bills",
    group,
    async run(trial) {
      const until = `${Number(trial.today.slice(0, 4)) + 1}-12-28`
      for (const product of await allProducts(trial)) {
        const bills = await trial.policyAdmin.openBills(...keyOf(product))
        const coming = await trial.policyAdmin.comingBills(...keyOf(product), {
          today: trial.today,
          until,
        })
        const dates = coming.bills.map(({ dueDate }) => dueDate)
        expect(isSorted(dates), "coming bills, oldest first", dates)
        for (const bill of coming.bills) {
          expect(bill.owed > 0, "coming bills that owe more than 0.00", bill)
          expect(bill.isIssued || bill.dueDate <= until, "no later bill than was asked for", bill)
          const isOpen = !bill.isIssued || isAmong(bill, bills)
          expect(isOpen, "an issued bill is an open bill", bill)
        }
      }
    },
  },
  {
    name: "quotes the present way of paying as it is, and one answer for each choice",
    group,
    async run(trial) {
      for (const product of productsOf(peopleOf(trial))) {
        const key = keyOf(product)
        const policy = await trial.policyAdmin.product(...key)
        if (!policy?.active || policy.billing.kind !== "direct") continue
        const { frequencyCode, paymentMethodRecordId, frequencies } = policy.billing
        const now = { frequencyCode, paymentMethodRecordId }
        const others = frequencies.map(({ code }) => ({ ...now, frequencyCode: code }))
        const question = { today: trial.today, minimum: 1, choices: [now, ...others] }
        const after = await trial.policyAdmin.chargesAfter(...key, question)
        expectSame(after.length, question.choices.length, "one answer for each choice")
        const bills = await trial.policyAdmin.openBills(...key)
        expectSame(after[0]?.openBills, bills, "the open bills stay as they are if nothing changes")
        const next = await trial.policyAdmin.nextCharge(...key, { today: trial.today, minimum: 1 })
        expectSame(after[0]?.next, next, "the next charge stays as it is if nothing changes")
      }
    },
  },
  {
    name: "lists postings of the asked days only",
    group,
    async run(trial) {
      for (const client of new Set(peopleOf(trial).map((one) => one.client))) {
        const from = `${Number(trial.today.slice(0, 4)) - 1}${trial.today.slice(4)}`.replace(
          "-02-29",
          "-02-28",
        )
        const postings = await trial.policyAdmin.postings(client, from, trial.today)
        const outside = postings.filter(({ on }) => on < from || on > trial.today)
        expect(outside.length === 0, "postings of the asked days", outside)
        const none = await trial.policyAdmin.postings(client, "1900-01-01", "1900-01-31")
        expectSame(none, [], "no posting in 1900")
        const elsewhere = await trial.policyAdmin.postings("no-such-client", from, trial.today)
        expectSame(elsewhere, [], "no posting of an unknown client")
      }
    },
  },
  {
    name: "lists products that auto pay charges, page by page as all at once",
    group,
    async run(trial) {
      const far = `${Number(trial.today.slice(0, 4)) + 1}-12-28`
      for (const client of new Set(peopleOf(trial).map((one) => one.client))) {
        const { autoPayDue } = trial.policyAdmin.billing
        const all = await autoPayDue(client, far, undefined, 5)
        const paged = []
        while (paged.length < all.length) {
          const [next] = await autoPayDue(client, far, paged.at(-1), 1)
          if (!next) break
          paged.push(next)
        }
        expectSame(paged, all, "the same products one by one")
        for (const one of all) {
          const bills = await trial.policyAdmin.openBills(
            client,
            one.accountNumber,
            one.policyNumber,
          )
          const charged = bills.filter(({ number }) => one.billNumbers.includes(number))
          expectSame(
            one.amount,
            sum(charged.map(({ owed }) => owed)),
            "the sum of the charged bills, in cents",
          )
          const isRight = one.dueDate <= far && one.dueDate === one.dueDates.toSorted().at(-1)
          expect(isRight, "the due date of the newest bill that is due", one.dueDate)
        }
      }
    },
  },
]

function isAmong({ dueDate, owed }: ComingBill, bills: OpenBill[]): boolean {
  return bills.some((bill) => bill.dueDate === dueDate && owed <= bill.owed)
}
