import { amountsIn } from "#ports/policy-admin/declared-field.ts"
import type { Billing, OpenBill, Policy } from "#ports/policy-admin/port.ts"
import { productFields } from "#ports/policy-admin/product-fields.ts"
import { type Check, expect } from "../check.ts"
import { keyOf, peopleOf, productsOf } from "../people.ts"

const group = "Dates and money"

/** The shapes of the contract refuse other forms of dates and amounts in every reply. */
export const values: Check[] = [
  {
    name: "gives dates of birth between 1900 and today",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const person = await trial.policyAdmin.person(client, accountNumber)
        const born = person?.dateOfBirth ?? ""
        expect(born >= "1900-01-01" && born <= trial.today, "a possible date of birth", born)
      }
    },
  },
  {
    name: "gives phone numbers as digits, and an email address with one @ or none",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const person = await trial.policyAdmin.person(client, accountNumber)
        expect(/^\d*$/.test(person?.phoneNumber ?? ""), "digits only", person?.phoneNumber)
        const email = person?.emailAddress ?? ""
        expect(/^([^\s@]+@[^\s@]+)?$/.test(email), "an email address, or an empty text", email)
      }
    },
  },
  {
    name: "gives no negative amount where none can be",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const account = await trial.policyAdmin.account(client, accountNumber)
        for (const product of account?.products ?? []) {
          const negative = negativeAmounts(product)
          expect(negative.length === 0, "amounts of 0.00 or more", negative)
          const bills = await trial.policyAdmin.openBills(
            client,
            accountNumber,
            product.policyNumber,
          )
          const wrong = bills.filter((bill) => !isPossible(bill))
          expect(
            wrong.length === 0,
            "bills that owe more than 0.00 and have no negative part",
            wrong,
          )
        }
      }
    },
  },
  {
    name: "offers each frequency once, among them the present one of a product with its own bill",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const account = await trial.policyAdmin.account(client, accountNumber)
        for (const { active, billing } of account?.products ?? []) {
          const codes = billing.frequencies.map(({ code }) => code)
          expect(codes.length === new Set(codes).size, "each code of a frequency once", codes)
          const isListed = codes.includes(billing.frequencyCode)
          const needsOne = active && billing.kind === "direct"
          expect(isListed || !needsOne, "the present frequency among those offered", {
            codes,
            now: billing.frequencyCode,
          })
        }
      }
    },
  },
  {
    name: "names the auto pay method in words if there is one, and only then",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const account = await trial.policyAdmin.account(client, accountNumber)
        for (const { billing } of account?.products ?? []) {
          const { paymentMethodRecordId: id, paymentMethodLabel: label } = billing
          expect((id === null) === (label === ""), "a method and its words, or neither", {
            id,
            label,
          })
        }
      }
    },
  },
  {
    name: "ends a grace period after the days that are paid, and gives none without them",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const account = await trial.policyAdmin.account(client, accountNumber)
        for (const { coveredUntil, graceUntil } of account?.products ?? []) {
          const isAfter = Boolean(coveredUntil) && (graceUntil ?? "") > (coveredUntil ?? "")
          expect(!graceUntil || isAfter, "graceUntil after coveredUntil, or null", {
            coveredUntil,
            graceUntil,
          })
        }
      }
    },
  },
  {
    name: "gives bills with periods that begin before they end, numbered once",
    group,
    async run(trial) {
      for (const product of productsOf(peopleOf(trial))) {
        const bills = await trial.policyAdmin.openBills(...keyOf(product))
        for (const { periodFrom, periodTo } of bills) {
          expect(
            periodTo === null || periodFrom <= periodTo,
            "a period that ends after it begins",
            { periodFrom, periodTo },
          )
        }
        const numbers = bills.map(({ number }) => number)
        expect(numbers.length === new Set(numbers).size, "each bill number once", numbers)
      }
    },
  },
]

/** Names of the fields with a negative amount that must not be negative. */
function negativeAmounts({ billing, ...policy }: Policy): string[] {
  const { amountPaid, amountDue, pastDueAmount, billingCredit, alreadyPaid } = billing
  const amounts = { amountPaid, amountDue, pastDueAmount, billingCredit, alreadyPaid }
  return [
    ...amountsIn(productFields).filter((name) => Number(policy[name as keyof typeof policy]) < 0),
    ...Object.entries(amounts).flatMap(([name, cents]) => (cents < 0 ? [name] : [])),
    ...billing.frequencies.flatMap(({ code, amount, fee }) =>
      amount < 0 || fee < 0 ? [`frequency ${code}`] : [],
    ),
    ...openAmountsBelowZero(billing),
  ]
}

function openAmountsBelowZero({ openAmounts }: Billing): string[] {
  return openAmounts.flatMap(({ dueDate, cost, owed }) =>
    cost < 0 || owed <= 0 ? [`openAmounts of ${dueDate}`] : [],
  )
}

function isPossible({ owed, premium, fee, credit }: OpenBill): boolean {
  return owed > 0 && premium >= 0 && fee >= 0 && credit >= 0
}
