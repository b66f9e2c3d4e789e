import { setTimeout as sleep } from "node:timers/promises"
import { faults } from "#testing/faulty-proxy.ts"
import { createRandom, type Random } from "#testing/random.ts"
import type { Part, Run } from "./part.ts"
import { createPayers, type Intention, inParallel, planPayments } from "./world/payers.ts"
import { onPostgres } from "./world/postgres.ts"
import { startWorld } from "./world/world.ts"

const products = 5
const payersAtOnce = 8
/** Seconds after which a payment without an outcome is a finding. */
const longestSeconds = 120
/** How many of a hundred requests to the account system meet a fault. */
const faultyOfHundred = 30
const longestDelayMs = 1_500

/**
 * Makes payments through two servers whose account system is reached over HTTP, on a connection
 * that is slow, fails, is cut before and after the work, and returns answers of other shapes and
 * replies to other requests. Then compares the payments of all systems.
 */
export const connect: Part = async (run) => await onPostgres((url) => payThroughFaults(url, run))

async function payThroughFaults(databaseUrl: string, { size, seed, log }: Run) {
  const random = createRandom(seed)
  const people = { accounts: { small: 20, change: 100, full: 400 }[size], products }
  const mishaps = () => mishap(random)
  await using world = await startWorld({ databaseUrl, servers: 2, people, mishaps })
  const { proxy } = world.accountSystem ?? {}
  const payers = createPayers(world, random)
  const intentions = planPayments(people)
  log(`${intentions.length} payments over HTTP to an account system behind faults`)
  await inParallel(payersAtOnce, [...intentions], (one) => payUntilTold(payers, one))
  proxy?.heal()
  await world.settled(longestSeconds)
  const counts = Object.entries(proxy?.counts ?? {})
  for (const [fault, count] of counts) log(`${fault}: ${count}`)
  const missing = faults.filter((fault) => !proxy?.counts[fault])
  const { wrong, accepted } = await world.compareBooks({ intentions })
  log(`accepted: ${accepted}`)
  return [
    ...wrong,
    ...(accepted === intentions.length ? [] : [`${accepted} payments were accepted`]),
    ...missing.map((fault) => `the fault "${fault}" never happened`),
  ]
}

/** Repeats a payment with its key, as a page does, also after a refusal, until it has a result. */
async function payUntilTold(payers: ReturnType<typeof createPayers>, intention: Intention) {
  const end = performance.now() + longestSeconds * 1_000
  for (;;) {
    await payers.pay(intention, (end - performance.now()) / 1_000)
    const isDecided = intention.told === "accepted" || intention.told === "declined"
    if (isDecided || performance.now() > end) return
    intention.told = "unsent"
    await sleep(50)
  }
}

function mishap(random: Random) {
  if (random.below(100) >= faultyOfHundred) return undefined
  return { fault: random.pick(faults), delayMs: random.below(longestDelayMs) }
}
