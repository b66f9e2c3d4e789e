import { z } from "zod"
import { type Check, expect, expectSame, type Trial } from "../check.ts"
import { keyOf, peopleOf } from "../people.ts"

const group = "One fact, one answer"
const planNumber = /^\d{10}$/
const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)

const clientsOf = (trial: Trial) => new Set(peopleOf(trial).map(({ client }) => client))
const inYears = ({ today }: Trial, years: number) =>
  Temporal.PlainDate.from(today).add({ years }).toString()

/** Products of the client that auto pay charges within a year. */
async function dueWithinYear(trial: Trial, client: string) {
  const { autoPayDue } = trial.policyAdmin.billing
  return await autoPayDue(client, inYears(trial, 1), undefined, 100)
}

/**
 * Operations that return the same fact must agree, also about a product that the file does not
 * contain.
 */
export const agreement: Check[] = [
  {
    name: "writes every plan number with ten digits, also those that begin with zeros",
    group,
    async run(trial) {
      const { policyAdmin } = trial
      for (const { client, accountNumber } of peopleOf(trial)) {
        const account = await policyAdmin.account(client, accountNumber)
        if (!account) continue
        const numbers = account.products.map(({ policyNumber }) => policyNumber)
        if (account.person.policyNumber !== "") numbers.push(account.person.policyNumber)
        const active = await policyAdmin.activeProducts(client, accountNumber, numbers[0] ?? "")
        numbers.push(...(active ?? []).map(({ policyNumber }) => policyNumber))
        const short = numbers.filter((number) => !planNumber.test(number))
        expectSame(short, [], `plan numbers of ${accountNumber} that have not ten digits`)
      }
      for (const client of clientsOf(trial)) {
        const due = await dueWithinYear(trial, client)
        const short = due.map((one) => one.policyNumber).filter((one) => !planNumber.test(one))
        expectSame(short, [], "plan numbers of auto pay that have not ten digits")
      }
    },
  },
  {
    name: "lists for auto pay the products of the account that it names, with their method",
    group,
    async run(trial) {
      for (const client of clientsOf(trial)) {
        for (const due of await dueWithinYear(trial, client)) {
          const product = await trial.policyAdmin.product(...keyOf(due))
          expectSame(
            product?.billing.paymentMethodRecordId,
            due.paymentMethodRecordId,
            `the method of ${due.policyNumber} in ${due.accountNumber}, as the product shows it`,
          )
        }
      }
    },
  },
  {
    name: "lists as coming what the open bills owe",
    group,
    async run(trial) {
      const { policyAdmin, today } = trial
      for (const { client, accountNumber } of peopleOf(trial)) {
        const account = await policyAdmin.account(client, accountNumber)
        for (const { policyNumber, active, billing } of account?.products ?? []) {
          if (!active || billing.kind !== "direct") continue
          const key = [client, accountNumber, policyNumber] as const
          const open = await policyAdmin.openBills(...key)
          const entries = await policyAdmin.entries(...key)
          const question = { today, until: inYears(trial, 10) }
          const coming = await policyAdmin.comingBills(...key, question)
          const unused = entries.filter(({ billNumber }) => billNumber === null)
          const owed = sum(open.map((bill) => bill.owed)) - sum(unused.map(({ amount }) => amount))
          const issued = coming.bills.filter(({ isIssued }) => isIssued)
          expectSame(
            sum(issued.map((bill) => bill.owed)),
            Math.max(0, owed),
            `the coming bills of ${policyNumber} that are issued owe what its open bills owe, in cents`,
          )
        }
      }
    },
  },
  {
    name: "lists among the postings payments of My Account only, each once",
    group,
    async run(trial) {
      for (const client of clientsOf(trial)) {
        const from = inYears(trial, -1)
        const postings = await trial.policyAdmin.postings(client, from, trial.today)
        const payments = postings.filter(({ kind }) => kind === "payment" || kind === "return")
        // My Account identifies each payment by a UUID.
        const others = payments.filter(({ id }) => !z.guid().safeParse(id).success)
        expectSame(others, [], "no posting of another channel, such as a check")
        const names = payments.map(({ kind, id }) => `${kind} ${id}`)
        const twice = names.filter((name, n) => names.indexOf(name) !== n)
        expect(twice.length === 0, "each payment and each return once", twice)
      }
    },
  },
]
