import { randomUUID } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { isDeepStrictEqual } from "node:util"
import { z } from "zod"
import { instantText } from "#contracts/outside-dates.ts"
import { later } from "#platform/time.ts"
import { pathOf } from "#ports/policy-admin/contract/operation.ts"
import { operations } from "#ports/policy-admin/contract/operations.ts"
import { type Check, expect, expectSame, NotApplicable, type Trial } from "./check.ts"
import { keyOf, productsWithBill } from "./people.ts"
import { expectProblem } from "./server.ts"

const group = "After a restart"
/** Hours for which the contract requires a server to store keys. */
const keptHours = 24

const rememberedShape = z.strictObject({
  product: z.strictObject({
    client: z.string(),
    accountNumber: z.string(),
    policyNumber: z.string(),
  }),
  /** The plain date of the postings, and the moment of the request. */
  on: z.string(),
  at: instantText,
  paymentId: z.string(),
  creditId: z.string(),
  /** The request that posted the payment, and its reply. */
  key: z.string(),
  body: z.string(),
  reply: z.string(),
  /** The entries and postings of both, as the server returned them. */
  shown: z.unknown(),
})

/** A payment and a credit of at most 1.00 that the server must still have after a restart. */
export type Remembered = z.output<typeof rememberedShape>
type Posted = Pick<Remembered, "product" | "on" | "paymentId" | "creditId">

/** Errors: an `Error` with one line for the operator. */
export async function readRemembered(file: string): Promise<Remembered> {
  const content = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file}: cannot be read (${error.code}).`, { cause: error })
  })
  try {
    return rememberedShape.parse(JSON.parse(content))
  } catch (error) {
    throw new Error(`${file}: was not written by --remember.`, { cause: error })
  }
}

/**
 * Posts a payment and a credit, and writes them to a file. They stay until `restartChecks` take them back.
 * Errors: `Finding`, `NotApplicable`; those of the file, before anything is posted.
 */
export async function remember(trial: Trial, file: string, now: Date): Promise<void> {
  const [{ client, accountNumber, policyNumber, bill }] = await productsWithBill(trial)
  const product = { client, accountNumber, policyNumber }
  await writeFile(file, "")
  const [paymentId, creditId, key] = [randomUUID(), randomUUID(), randomUUID()]
  const amount = Math.min(100, bill.owed)
  const { today: on, policyAdmin, server } = trial
  const payment = operations.applyPayment.request.encode({
    ...{ ...product, paymentId, amount, paidOn: on },
  })
  const body = JSON.stringify(payment)
  const headers = { "idempotency-key": key }
  const { status, text: reply } = await server.send(pathOf("applyPayment"), { body, headers })
  expectSame(status, 200, "a success")
  await policyAdmin.postCredit({ ...product, creditId, amount, on, note: "Conformance test" })
  const ids = { product, on, paymentId, creditId }
  const shown = await shownOf(trial, ids)
  const remembered: Remembered = { ...ids, at: now.toISOString(), key, body, reply, shown }
  await writeFile(file, `${JSON.stringify(remembered, null, 2)}\n`)
}

/** The present entries and postings of both. */
async function shownOf(
  { policyAdmin }: Pick<Trial, "policyAdmin">,
  { product, on, paymentId, creditId }: Posted,
) {
  const isOwn = (id: string) => [paymentId, creditId].includes(id)
  const entries = await policyAdmin.entries(...keyOf(product))
  const postings = await policyAdmin.postings(product.client, on, on)
  return {
    entries: entries.filter(({ lot }) => isOwn(lot)),
    postings: postings.filter(({ id }) => isOwn(id)),
  }
}

/**
 * Whether the server shows that an earlier run took back the payment or the credit. Takes back now
 * what that run left. Errors: `Finding`.
 */
export async function wasTakenBack(trial: Trial, remembered: Remembered): Promise<boolean> {
  const { entries } = await shownOf(trial, remembered)
  const isBack = entries.some(({ kind }) => kind === "return" || kind === "correctionReversal")
  if (isBack) for (const step of stepsBack(trial, remembered)) await step()
  return isBack
}

/** The steps that take both back; they may be repeated. */
function stepsBack(
  { policyAdmin, today }: Pick<Trial, "policyAdmin" | "today">,
  { product, paymentId, creditId }: Remembered,
) {
  const reversal = { ...product, reversalId: randomUUID(), reverses: creditId, on: today }
  return [
    () => policyAdmin.returnPayment(product.client, paymentId, today),
    () => policyAdmin.reverseCorrection({ ...reversal, note: "Conformance test" }),
  ]
}

/** The rules that apply after a restart. The last check takes back payment and credit. */
export function restartChecks(remembered: Remembered, now: Date): Check[] {
  const { product, on, paymentId, creditId, key, body, reply, shown, at } = remembered
  return [
    {
      name: "still has the payment and the credit that it answered before the restart",
      group,
      async run(trial) {
        expectSame(await shownOf(trial, remembered), shown, "the same entries and postings")
      },
    },
    {
      name: "still knows the key of a change that it answered before the restart",
      group,
      async run(trial) {
        const { server } = trial
        for (const step of stepsBack(trial, remembered)) trial.undo(step)
        if (later(new Date(at), { hours: keptHours }) < now) {
          throw new NotApplicable(`the payment was posted more than ${keptHours} hours ago`)
        }
        const headers = { "idempotency-key": key }
        const path = pathOf("applyPayment")
        // This comes before the repetition, which would give the key to a server that has lost it.
        const other = JSON.stringify({ ...JSON.parse(body), paidOn: "2000-01-01" })
        expectProblem(await server.send(path, { body: other, headers }), "keyReused")
        const again = await server.send(path, { body, headers })
        expectSame(again.status, 200, "a success for the repetition")
        const isSame = isDeepStrictEqual(JSON.parse(again.text), JSON.parse(reply))
        expect(isSame, "the reply of the first request", again.text)
        const { postings } = await shownOf(trial, { product, on, paymentId, creditId })
        expectSame(postings.length, 2, "one posting of the payment and one of the credit")
      },
    },
  ]
}
