import { randomUUID } from "node:crypto"
import { type Check, expectSame, type Trial } from "../check.ts"
import {
  keyOf,
  onBill,
  owedOf,
  type Product,
  productsWithBill,
  stateOf,
  tenfold,
} from "../people.ts"

const group = "Credits and write-offs"
const note = "Conformance test"

/** Takes a credit or write-off of the product back when the check ends. */
function takeBackLater(
  trial: Trial,
  { client, accountNumber, policyNumber }: Product,
  reverses: string,
) {
  const reversal = {
    client,
    accountNumber,
    policyNumber,
    reversalId: randomUUID(),
    reverses,
    on: trial.today,
    note,
  }
  trial.undo(() => trial.policyAdmin.reverseCorrection(reversal))
  return reversal
}

export const corrections: Check[] = [
  {
    name: "posts a credit once, and takes it back once",
    group,
    writes: onBill("posts a credit of at most 1.00 and takes it back"),
    async run(trial) {
      const [{ client, accountNumber, policyNumber, bill }] = await productsWithBill(trial)
      const product = { client, accountNumber, policyNumber }
      const { policyAdmin, today } = trial
      const before = await stateOf(policyAdmin, product)
      const owed = await owedOf(policyAdmin, product)
      const creditId = randomUUID()
      const reversal = takeBackLater(trial, product, creditId)
      const credit = { ...product, creditId, amount: Math.min(100, bill.owed), on: today, note }
      const posted = await tenfold(() => policyAdmin.postCredit(credit))
      expectSame(
        posted,
        posted.map(() => true),
        "every repetition says that the credit is posted",
      )
      expectSame(
        await owedOf(policyAdmin, product),
        owed - credit.amount,
        "the credit counts once, in cents",
      )
      const entries = await policyAdmin.entries(...keyOf(product))
      const notes = entries.flatMap((one) => (one.cause === creditId ? [one.note] : []))
      expectSame([...new Set(notes)], [note], "the entries of the credit have its note")
      const amounts = await tenfold(() => policyAdmin.reverseCorrection(reversal))
      expectSame(
        amounts,
        amounts.map(() => credit.amount),
        "every repetition says what was taken back, in cents",
      )
      expectSame(
        await stateOf(policyAdmin, product),
        before,
        "product and bills as before the credit",
      )
      const again = await policyAdmin.reverseCorrection({ ...reversal, reversalId: randomUUID() })
      expectSame(again, 0, "nothing is taken back twice, in cents")
    },
  },
  {
    name: "writes a part of a bill off once, at most what is owed, and takes it back",
    group,
    writes: onBill("writes at most 1.00 of an open bill off, and takes it back"),
    async run(trial) {
      const [{ client, accountNumber, policyNumber, bill }] = await productsWithBill(trial)
      const product = { client, accountNumber, policyNumber }
      const { policyAdmin, today } = trial
      const before = await stateOf(policyAdmin, product)
      const owed = await owedOf(policyAdmin, product)
      const writeOffId = randomUUID()
      const reversal = takeBackLater(trial, product, writeOffId)
      const amount = Math.min(100, bill.owed)
      const asked = { ...product, writeOffId, billNumber: bill.number, amount, on: today, note }
      const written = await tenfold(() => policyAdmin.writeOff(asked))
      expectSame(
        written,
        written.map(() => amount),
        "every repetition says what is written off, in cents",
      )
      expectSame(
        await owedOf(policyAdmin, product),
        owed - amount,
        "the write-off counts once, in cents",
      )
      expectSame(
        await policyAdmin.reverseCorrection(reversal),
        amount,
        "what was taken back, in cents",
      )
      expectSame(
        await stateOf(policyAdmin, product),
        before,
        "product and bills as before the write-off",
      )
      const unknown = await policyAdmin.writeOff({
        ...asked,
        writeOffId: randomUUID(),
        billNumber: 999_999,
      })
      expectSame(unknown, 0, "nothing is written off a bill that does not exist, in cents")
    },
  },
  {
    name: "posts no credit and no write-off to a product under another person or client",
    group,
    writes: onBill("asks for credits and write-offs that must be refused"),
    async run(trial) {
      const [{ client, accountNumber, policyNumber, bill }] = await productsWithBill(trial)
      const product = { client, accountNumber, policyNumber }
      const before = await stateOf(trial.policyAdmin, product)
      const others = trial.people
        .filter((one) => one.client === client && one.accountNumber !== accountNumber)
        .map((one) => ({ ...product, accountNumber: one.accountNumber }))
      for (const wrong of [
        ...others,
        { ...product, client: "no-such-client" },
        { ...product, policyNumber: "no-such-number" },
      ]) {
        const asked = { ...wrong, amount: 1, on: trial.today, note }
        const [creditId, writeOffId] = [randomUUID(), randomUUID()]
        for (const id of [creditId, writeOffId]) takeBackLater(trial, product, id)
        expectSame(
          await trial.policyAdmin.postCredit({ ...asked, creditId }),
          false,
          "no credit for a product that is not this person's",
        )
        const writeOff = { ...asked, writeOffId, billNumber: bill.number }
        expectSame(
          await trial.policyAdmin.writeOff(writeOff),
          0,
          "nothing is written off for a product that is not this person's, in cents",
        )
      }
      expectSame(await stateOf(trial.policyAdmin, product), before, "product and bills as before")
    },
  },
]
