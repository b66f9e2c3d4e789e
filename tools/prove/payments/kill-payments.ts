import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import { payerPolicy } from "#testing/payers.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { compareAutoPay, runAutoPay, untilAutoPayIsDone } from "../auto-pay-runs.ts"
import { comparePayments } from "../compare.ts"
import { laterSamples, samples } from "../names.ts"
import { createPayers, type Intention } from "../payer.ts"
import { startReportRelay } from "../reports/report-relay.ts"
import { openWorld, type Size } from "../world.ts"
import { compareCorrections } from "./compare-corrections.ts"
import { compareRefunds } from "./compare-refunds.ts"
import { createCorrector } from "./corrector.ts"
import { createRefunder } from "./refunder.ts"

export interface Plan extends Omit<Size, "reportsTo"> {
  clients: number
  kills: number
  seed: number
  /**
   * Whether charges settle, are returned and refunded meanwhile, and auto pay is announced and charged.
   * Needs a clock of normal speed and PostgreSQL.
   */
  hasReports?: boolean
}

export interface Findings {
  bills: number
  kills: number
  accepted: number
  /** Payments that were returned, or whose dispute was lost. */
  takenBack: number
  /** Payments that were refunded, in part or in full. */
  refunded: number
  /** Charges of auto pay, notices of later ones, and kills of the billing runs that made them. */
  autoPayCharges?: number
  notices?: number
  billingKills?: number
  /** Refunds that staff were told are made, and those that they were told are not possible. */
  refundsByStaff: number
  refusedRefunds: number
  /** Credits and write-offs of staff, and those that they took back. */
  corrections: number
  reversals: number
  /** Reports that the servers acknowledged, with repetitions. */
  reports: number
  /** Payments declined mostly because the gateway was down; their payers try again. */
  declined: number
  /** Payments refused because of too many tries within ten minutes. */
  refused: number
  /** Payments whose payers were first told that we are checking. */
  unknownAtFirst: number
  /** Time from the last kill and answer until every payer knew the outcome. */
  resolvedAfterSeconds: number
  tookSeconds: number
  /** The differences found; empty when no payment was lost, doubled or left open. */
  wrong: string[]
}

/**
 * Makes `clients` pay every product of every account once, while servers and gateway are killed in
 * turn. Then compares the payments of all systems.
 */
export async function killPayments(
  plan: Plan,
  progress = (_line: string) => {},
): Promise<Findings> {
  const random = createRandom(plan.seed)
  const relay = plan.hasReports ? await startReportRelay(random) : undefined
  const { accounts, products, databaseUrl } = plan
  const hasAutoPay = plan.hasReports ?? false
  const reporting = relay && { reportsTo: relay.address }
  const world = await openWorld({ ...plan, ...reporting, hasAutoPay })
  relay?.passTo(world.ports, world.gatewaySecret)
  try {
    const payers = createPayers(world, random)
    const refunder = createRefunder(world, random)
    const corrector = createCorrector(world, random)
    const bills = planned(plan, random)
    const intentions = [...bills]
    const begun = performance.now()
    let answered = 0

    const paying = Array.from({ length: plan.clients }, async (_, number) => {
      for (const intention of bills.filter((_, n) => n % plan.clients === number)) {
        const last = await untilPaid(intention)
        if (plan.hasReports) {
          await refunder.maybeRefund(last)
          await corrector.maybeCorrect(last)
        }
        answered += 1
      }
    })
    /**
     * Repeats the same key until there is an answer, and uses a new one if the answer is to try
     * again. Returns the last intention.
     */
    async function untilPaid(intention: Intention): Promise<Intention> {
      for (;;) {
        await payers.submit(intention)
        if (intention.told !== "unsent") break
        await sleep(20 + random.below(200))
      }
      if (!intention.isToRepeat) return intention
      // Longer than the gateway takes to start again.
      await sleep(2_000 / plan.times)
      const { payer, policyNumber, sample } = intention
      const again = newIntention(payer, policyNumber, sample)
      intentions.push(again)
      return await untilPaid(again)
    }
    const killing = (async () => {
      for (let kill = 0; kill < plan.kills; kill += 1) {
        const mark = ((kill + 1) * bills.length) / (plan.kills + 1)
        while (answered < mark) await sleep(5)
        await world.killables[kill % world.killables.length]?.kill()
        if (kill % 10 === 9) progress(`${kill + 1} kills, ${answered} answers`)
      }
    })()
    const billing =
      hasAutoPay && databaseUrl !== undefined
        ? runAutoPay(world, databaseUrl, Math.ceil(plan.kills / 10), random)
        : undefined
    await Promise.all([...paying, killing, billing])

    const quiet = performance.now()
    const open = intentions.filter(({ told }) => told === "unknown")
    progress(`${open.length} payers are told that we are checking`)
    await Promise.all(
      open.map(async (intention) => {
        while (intention.told === "unknown" && performance.now() - quiet < 120_000) {
          await sleep(500)
          await payers.ask(intention)
        }
      }),
    )
    // An accepted payment is posted at once or soon after, but a payment that a killed process had
    // claimed takes longer.
    const resolvedAfterSeconds = (performance.now() - quiet) / 1000
    if (databaseUrl && hasAutoPay) await untilAutoPayIsDone(world, databaseUrl, accounts)
    if (relay) await untilReported(world.ledger, relay)
    const waitedMs = relay ? 0 : performance.now() - quiet
    await sleep(Math.max(0, 60_000 / plan.times - waitedMs))

    const kills = world.killables.reduce((sum, one) => sum + one.kills(), 0)
    const database = await world.settle()
    try {
      const { lowered, ...corrections } = await compareCorrections(database, corrector.wanted)
      const { wrong, ...compared } = await comparePayments(
        database,
        world.ledger,
        intentions,
        lowered,
      )
      const refunds = await compareRefunds(database, world.ledger, refunder.wanted)
      const autoPay = hasAutoPay
        ? await compareAutoPay(database, world, { accounts, product: products })
        : { wrong: [] }
      const tookSeconds = (performance.now() - begun) / 1000
      const unknownAtFirst = open.length
      return {
        bills: bills.length,
        kills,
        reports: relay?.sent() ?? 0,
        unknownAtFirst,
        resolvedAfterSeconds,
        tookSeconds,
        ...compared,
        ...refunds,
        ...corrections,
        ...autoPay,
        ...(await billing),
        wrong: [
          wrong,
          refunds.wrong,
          corrections.wrong,
          autoPay.wrong,
          relay?.refused() ?? [],
        ].flat(),
      }
    } finally {
      await database.close()
    }
  } finally {
    await relay?.close()
    await world.close()
  }
}

/** Waits until the gateway has reported all that happened, and each report is acknowledged. */
async function untilReported(ledgerFile: string, relay: { waiting(): number }): Promise<void> {
  const ledger = openLedger(ledgerFile)
  try {
    while (relay.waiting() > 0 || ledger.dueReports(Number.MAX_SAFE_INTEGER).length > 0) {
      await sleep(200)
    }
  } finally {
    ledger.close()
  }
}

function planned({ accounts, products, hasReports }: Plan, random: Random) {
  const bills: Intention[] = []
  for (let product = 0; product < products; product += 1) {
    for (let payer = 0; payer < accounts; payer += 1) {
      // Nine of ten are charged without complications.
      const chosen = random.below(10)
      const later = chosen > 7 && hasReports ? random.pick(laterSamples) : "visa"
      const sample = chosen > 0 ? later : samples[random.below(samples.length)]
      bills.push(newIntention(payer, payerPolicy(payer, product), sample ?? "visa"))
    }
  }
  return bills
}

function newIntention(payer: number, policyNumber: string, sample: string): Intention {
  return { key: randomUUID(), payer, policyNumber, sample, told: "unsent", confirmationNumber: "" }
}
