import { randomBytes, randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { openDatabase } from "#database/open.ts"
import { faults, startFaultyProxy } from "#testing/faulty-proxy.ts"
import { payerPolicy } from "#testing/payers.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { startServedPolicyAdmin } from "#tools/policy-admin/served.ts"
import { comparePayments } from "../compare.ts"
import { onPostgres } from "../on-postgres.ts"
import type { Part, Run } from "../part.ts"
import { createPayers, type Intention } from "../payer.ts"
import { openWorld } from "../world.ts"

const products = 5
const payersAtOnce = 8
/** After this, a payment without an outcome is a finding. */
const longestSeconds = 120
/** Of a hundred requests to the account system, this many go wrong. */
const faultyOfHundred = 30
const longestDelayMs = 1_500

/**
 * Makes payments through two servers whose account system is asked over HTTP, on a way that is
 * slow, fails, cuts connections before and after the work, and answers with other shapes and with
 * replies to other requests. Then compares the payments of all systems.
 */
export const connect: Part = async (run) => await onPostgres((url) => payThroughFaults(url, run))

async function payThroughFaults(databaseUrl: string, { small, seed, log }: Run) {
  const accounts = small ? 20 : 400
  const random = createRandom(seed)
  const accountsDatabase = await openDatabase({ url: databaseUrl })
  const token = randomBytes(16).toString("hex")
  const listen = { port: 0, host: "127.0.0.1", token, logLevel: "silent" }
  const served = await startServedPolicyAdmin({ database: accountsDatabase, ...listen })
  const proxy = await startFaultyProxy(served.url, () => mishap(random))
  const settings = { POLICY_ADMIN_URL: proxy.url, POLICY_ADMIN_TOKEN: token }
  const world = await openWorld({ databaseUrl, servers: 2, accounts, products, times: 1, settings })
  try {
    const payers = createPayers(world, random)
    const intentions = Array.from({ length: accounts * products }, (_, n): Intention => {
      const payer = n % accounts
      const policyNumber = payerPolicy(payer, Math.floor(n / accounts))
      const key = randomUUID()
      return { key, payer, policyNumber, sample: "visa", told: "unsent", confirmationNumber: "" }
    })
    log(`${intentions.length} payments over HTTP to an account system behind faults`)
    const waiting = [...intentions]
    const paying = Array.from({ length: payersAtOnce }, async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) await payUntilTold(payers, one)
    })
    await Promise.all(paying)
    proxy.heal()
    await world.posted(longestSeconds)
    for (const [fault, count] of Object.entries(proxy.counts)) log(`${fault}: ${count}`)
    const missing = Object.entries(proxy.counts).filter(([, count]) => count === 0)
    const database = await world.settle()
    try {
      const { wrong, accepted } = await comparePayments(database, world.ledger, intentions)
      log(`accepted: ${accepted}`)
      return [
        ...wrong,
        ...(accepted === intentions.length ? [] : [`${accepted} payments were accepted`]),
        ...missing.map(([fault]) => `the fault "${fault}" never happened`),
      ]
    } finally {
      await database.close()
    }
  } finally {
    await world.close()
    await proxy.close()
    await served.close()
    await accountsDatabase.close()
  }
}

/** Repeats a payment with its key, as a page does, until its outcome is known. */
async function payUntilTold(payers: ReturnType<typeof createPayers>, intention: Intention) {
  const end = performance.now() + longestSeconds * 1_000
  while (performance.now() < end) {
    if (intention.told === "unknown") await payers.ask(intention)
    else await payers.submit(intention)
    if (intention.told === "accepted" || intention.told === "declined") return
    if (intention.told !== "unknown") intention.told = "unsent"
    await sleep(50)
  }
}

function mishap(random: Random) {
  if (random.below(100) >= faultyOfHundred) return undefined
  return { fault: random.pick(faults), delayMs: random.below(longestDelayMs) }
}
