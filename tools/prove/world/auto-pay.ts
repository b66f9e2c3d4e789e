import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { agreeToAutoPay } from "#services/payments/auto-pay/agreement-fixture.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import { countAutoPay, findAutoPayResults } from "./compare.store.ts"
import type { Books } from "./compare.ts"
import { loadAutoPay } from "./fill.store.ts"
import { client, recordIdOf, today } from "./names.ts"
import { inDatabase } from "./postgres.ts"
import { type Running, startProcess } from "./processes.ts"
import type { World } from "./world.ts"

/** The methods of the customers who agreed to a charge today. */
const agreedSamples = ["visa", "bank", "hushed", "twice", "poor"]

/** The sample method for the auto pay of a customer who agreed. */
const agreedSampleOf = (payer: number) =>
  agreedSamples[(payer / 2) % agreedSamples.length] ?? "visa"

/**
 * Puts the product with this number of each payer on auto pay. Every second payer has agreed to a
 * charge today; the holders of the other bank accounts must be notified ten days before.
 */
export async function fillAutoPay(database: Database, accounts: number, product: number) {
  const on = { database, policyAdmin: createEmbeddedPolicyAdmin(database), clock: systemClock }
  for (let payer = 0; payer < accounts; payer += 1) {
    const policyNumber = payerPolicy(payer, product)
    if (payer % 2 === 1) {
      await loadAutoPay(database, client, policyNumber, recordIdOf(payer, "bank"))
      continue
    }
    const methodRecordId = recordIdOf(payer, agreedSampleOf(payer))
    const agreed = { client, accountNumber: payerAccount(payer), policyNumber, methodRecordId }
    await agreeToAutoPay(on, agreed, today())
  }
}

/**
 * Runs today's billing in processes that are killed with SIGKILL while they announce and charge,
 * until a run reaches its end after the last kill. Returns the number of kills.
 */
export async function runAutoPay(world: World, kills: number, random: Random): Promise<number> {
  return await inDatabase(world.source, async (database) => {
    for (let killed = 0; ; ) {
      const run = startProcess("commands/my-account.ts", ["billing-run"], world.settings)
      if (killed < kills && (await hasWorked(database, run))) {
        await sleep(random.below(300))
        run.child.kill("SIGKILL")
      }
      const code = await run.ended
      if (code === null) killed += 1
      else if (code === 0) return killed
    }
  })
}

/**
 * Resolves to true as soon as the run has announced or charged something; to false when it ends
 * before.
 */
async function hasWorked(database: Database, { child }: Running): Promise<boolean> {
  const { made } = await countAutoPay(database)
  while (child.exitCode === null) {
    if ((await countAutoPay(database)).made > made) return true
    await sleep(20)
  }
  return false
}

/**
 * Waits until each charge has a result and each notice has arrived, at most ten minutes. An email
 * that a killed server was sending is sent again after two minutes.
 */
export async function untilAutoPayIsDone(world: World): Promise<void> {
  const toTell = Math.floor(world.people.accounts / 2)
  await inDatabase(world.source, async (database) => {
    for (let second = 0; second < 600; second += 1) {
      const { open } = await countAutoPay(database)
      if (open === 0 && noticesOf(world).size >= toTell) return
      await sleep(1_000)
    }
  })
}

/** The ids of the emails that announce a charge, by recipient. An email may arrive twice. */
function noticesOf({ mailbox }: Pick<Books, "mailbox">): Map<string, Set<string>> {
  const notices = mailbox
    .messages()
    .filter(({ subject }) => subject.startsWith("Auto Pay will charge $42.75"))
  const byReader = Map.groupBy(notices, ({ to }) => to)
  return new Map(
    [...byReader].map(([to, mails]) => [to, new Set(mails.map(({ messageId }) => messageId))]),
  )
}

/**
 * Checks that each agreed charge was made once, and that each other bank account's holder was
 * notified once and not charged.
 */
export async function compareAutoPay(
  database: Database,
  books: Books,
): Promise<{ wrong: string[]; autoPayCharges: number; notices: number }> {
  const { accounts, products: product } = books.people
  const wrong: string[] = []
  const results = new Map(
    (await findAutoPayResults(database)).map((one) => [one.policyNumber, one]),
  )
  const notices = noticesOf(books)
  let autoPayCharges = 0
  for (let payer = 0; payer < accounts; payer += 1) {
    const policyNumber = payerPolicy(payer, product)
    const { announced = [], charges = [] } = results.get(policyNumber) ?? {}
    const confirmed = charges.filter(({ isConfirmed }) => isConfirmed)
    autoPayCharges += confirmed.length
    const isRight = confirmed.every((one) => one.cents === payerDue && one.isAnnounced)
    if (!isRight) wrong.push(`auto pay of ${policyNumber} charged what was not announced`)
    const isAgreed = payer % 2 === 0
    const expected = isAgreed && agreedSampleOf(payer) !== "poor" ? 1 : 0
    if (confirmed.length !== expected || (!isAgreed && charges.length > 0)) {
      wrong.push(`auto pay of ${policyNumber} has the charges ${JSON.stringify(charges)}`)
    }
    if (isAgreed) continue
    if (String(announced) !== `notice ${payerDue}`) {
      wrong.push(`auto pay of ${policyNumber} was announced as ${announced.join(", ")}`)
    }
    const told = notices.get(`ines.varga.${payer}@example.com`)?.size ?? 0
    if (told !== 1) wrong.push(`the payer of ${policyNumber} was told ${told} times`)
  }
  return { wrong, autoPayCharges, notices: notices.size }
}
