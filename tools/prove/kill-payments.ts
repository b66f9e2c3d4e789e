import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { payerPolicy } from "#testing/payers.ts"
import { createRandom } from "#testing/random.ts"
import { compareBooks } from "./compare.ts"
import { createPayers, type Intention } from "./payer.ts"
import { openWorld, type Size, samples } from "./world.ts"

export interface Plan extends Size {
  clients: number
  kills: number
  seed: number
}

export interface Findings {
  bills: number
  kills: number
  accepted: number
  /** Mostly because the gateway was away; their payers try again. */
  declined: number
  /** For trying too often within ten minutes. */
  refused: number
  /** Payments whose payer was told that we are checking. */
  unknownAtFirst: number
  /** From the last kill and answer until every payer knew the outcome. */
  resolvedAfterSeconds: number
  tookSeconds: number
  /** What does not agree; empty when none was lost, none double and none left. */
  wrong: string[]
}

/**
 * Lets `clients` pay every product of every account once, while servers and gateway are killed in
 * turn, and compares the books afterwards.
 */
export async function killPayments(
  plan: Plan,
  progress = (_line: string) => {},
): Promise<Findings> {
  const world = await openWorld(plan)
  try {
    const random = createRandom(plan.seed)
    const payers = createPayers(world, random)
    const bills = planned(plan, random)
    const intentions = [...bills]
    const begun = performance.now()
    let answered = 0

    const paying = Array.from({ length: plan.clients }, async (_, number) => {
      for (const intention of bills.filter((_, n) => n % plan.clients === number)) {
        await untilPaid(intention)
        answered += 1
      }
    })
    /** The same key until there is an answer; a new one where the answer is to try again. */
    async function untilPaid(intention: Intention): Promise<void> {
      for (;;) {
        await payers.submit(intention)
        if (intention.told !== "unsent") break
        await sleep(20 + random.below(200))
      }
      if (!intention.isToRepeat) return
      // Longer than it takes to start the gateway again.
      await sleep(2_000 / plan.times)
      const { payer, policyNumber, sample } = intention
      const again = newIntention(payer, policyNumber, sample)
      intentions.push(again)
      await untilPaid(again)
    }
    const killing = (async () => {
      for (let kill = 0; kill < plan.kills; kill += 1) {
        const mark = ((kill + 1) * bills.length) / (plan.kills + 1)
        while (answered < mark) await sleep(5)
        await world.killables[kill % world.killables.length]?.kill()
        if (kill % 10 === 9) progress(`${kill + 1} kills, ${answered} answers`)
      }
    })()
    await Promise.all([...paying, killing])

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
    // What was accepted is booked with it or soon after; a claim that died with its process is not.
    const resolvedAfterSeconds = (performance.now() - quiet) / 1000
    await sleep(Math.max(0, 60_000 / plan.times - (performance.now() - quiet)))

    const kills = world.killables.reduce((sum, one) => sum + one.kills(), 0)
    const database = await world.settle()
    try {
      const books = await compareBooks(database, world.ledger, intentions)
      const tookSeconds = (performance.now() - begun) / 1000
      const unknownAtFirst = open.length
      return {
        bills: bills.length,
        kills,
        unknownAtFirst,
        resolvedAfterSeconds,
        tookSeconds,
        ...books,
      }
    } finally {
      await database.close()
    }
  } finally {
    await world.close()
  }
}

function planned({ accounts, products }: Size, random: { below(limit: number): number }) {
  const bills: Intention[] = []
  for (let product = 0; product < products; product += 1) {
    for (let payer = 0; payer < accounts; payer += 1) {
      // Nine of ten are charged without a word.
      const sample = random.below(10) > 0 ? "visa" : samples[random.below(samples.length)]
      bills.push(newIntention(payer, payerPolicy(payer, product), sample ?? "visa"))
    }
  }
  return bills
}

function newIntention(payer: number, policyNumber: string, sample: string): Intention {
  return { key: randomUUID(), payer, policyNumber, sample, told: "unsent", confirmationNumber: "" }
}
