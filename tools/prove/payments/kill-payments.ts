import { setTimeout as sleep } from "node:timers/promises"
import { createRandom } from "#testing/random.ts"
import { runAutoPay, untilAutoPayIsDone } from "../world/auto-pay.ts"
import { laterSamples, refusedSamples, samples } from "../world/names.ts"
import {
  createPayers,
  type Intention,
  inParallel,
  newIntention,
  planPayments,
} from "../world/payers.ts"
import { createSavers } from "../world/savers.ts"
import { createStaffAtWork } from "../world/staff.ts"
import { startWorld } from "../world/world.ts"

export interface Plan {
  /** The database of the servers. Without it, they use PGlite. */
  databaseUrl?: string
  servers: number
  accounts: number
  products: number
  /** The speed factor of the servers' clock. */
  times: number
  clients: number
  kills: number
  seed: number
  /**
   * Whether charges settle, are returned and refunded in the meantime, and auto pay is announced
   * and charged. Needs a clock of normal speed and PostgreSQL.
   */
  hasReports?: boolean
}

/**
 * Makes `clients` pay every product of every account once, while servers and gateway are killed in
 * turn. Then compares the payments of all systems.
 */
export async function killPayments(plan: Plan, progress = (_line: string) => {}) {
  const { accounts, products, times, hasReports = false } = plan
  const random = createRandom(plan.seed)
  const people = { accounts, products, hasAutoPay: hasReports }
  await using world = await startWorld({ ...plan, people, ...(hasReports && { reports: random }) })
  const payers = createPayers(world, random)
  const staff = createStaffAtWork(world, random)
  const savers = createSavers(world, random)
  const bills = planPayments(people, () => {
    // Eight of ten are charged without complications.
    const chosen = random.below(10)
    if (chosen === 0) return random.pick(samples)
    if (chosen === 1) return random.pick(refusedSamples)
    return chosen > 7 && hasReports ? random.pick(laterSamples) : "visa"
  })
  const intentions = [...bills]
  const begun = performance.now()
  let answered = 0

  const saving = inParallel(2, [...Array(accounts).keys()], async (payer) => {
    // Spreads the cards over the kills.
    while (answered < (payer * bills.length) / accounts) await sleep(5)
    await savers.save(payer)
  })
  const paying = inParallel(plan.clients, [...bills], async (bill) => {
    const last = await untilPaid(bill)
    if (hasReports) {
      await staff.maybeRefund(last)
      await staff.maybeCorrect(last)
    }
    answered += 1
  })
  /**
   * Repeats the same key until there is an answer, and uses a new one if the answer asks to try
   * again or the method is refused. Returns the last intention.
   */
  async function untilPaid(intention: Intention): Promise<Intention> {
    for (;;) {
      await payers.submit(intention)
      if (intention.told !== "unsent") break
      await sleep(20 + random.below(200))
    }
    const isRefused = intention.told === "declined" && refusedSamples.includes(intention.sample)
    if (!intention.isToRepeat && !isRefused) return intention
    // This wait is longer than the gateway takes to restart.
    await sleep(2_000 / times)
    const { payer, policyNumber, sample } = intention
    const again = newIntention(payer, policyNumber, isRefused ? "visa" : sample)
    intentions.push(again)
    return await untilPaid(again)
  }
  const killing = (async () => {
    for (let kill = 0; kill < plan.kills; kill += 1) {
      const mark = ((kill + 1) * bills.length) / (plan.kills + 1)
      while (answered < mark) await sleep(5)
      await world.processes[kill % world.processes.length]?.kill()
      if (kill % 10 === 9) progress(`${kill + 1} kills, ${answered} answers`)
    }
  })()
  const billing = hasReports ? runAutoPay(world, Math.ceil(plan.kills / 10), random) : undefined
  const [billingKills = 0] = await Promise.all([billing, paying, killing, saving])

  const quiet = performance.now()
  const open = intentions.filter(({ told }) => told === "unknown")
  progress(`${open.length} payers are told that we are checking`)
  await Promise.all(open.map((intention) => payers.pay(intention, 120)))
  // An accepted payment is posted immediately or soon after, but a payment that a killed process
  // had claimed takes longer.
  const resolvedAfterSeconds = (performance.now() - quiet) / 1000
  if (hasReports) await untilAutoPayIsDone(world)
  const unreported = hasReports ? await world.reported() : []
  const waitedMs = hasReports ? 0 : performance.now() - quiet
  await sleep(Math.max(0, 60_000 / times - waitedMs))
  // The claim of a killed process can outlast the minute.
  if (plan.databaseUrl !== undefined) await world.settled(120)

  const { wrong, ...figures } = await world.compareBooks({
    intentions,
    staff,
    cards: savers.wanted,
  })
  return {
    bills: bills.length,
    kills: world.processes.reduce((sum, one) => sum + one.kills(), 0),
    billingKills,
    /** Reports that the servers acknowledged, including repetitions. */
    reports: world.relay?.sent() ?? 0,
    /** Payments whose payers first got the answer that we are checking. */
    unknownAtFirst: open.length,
    /** Seconds from the last kill and answer until every payer had the outcome. */
    resolvedAfterSeconds,
    tookSeconds: (performance.now() - begun) / 1000,
    ...figures,
    wrong: [...wrong, ...unreported, ...(world.relay?.refused() ?? [])],
  }
}
