import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { decimalOf } from "#contracts/money.ts"
import { payerAccount, payerDue } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import { client, supportHost } from "./names.ts"
import type { Intention } from "./payers.ts"
import { sendAs } from "./sessions.ts"
import type { World } from "./world.ts"

/**
 * The result of a request. `unsure`: refused after an unanswered request, which may have been
 * stored.
 */
export type Told = "made" | "refused" | "unsure"

/**
 * Requests of staff about money. Like the page, they repeat the same key until there is an answer.
 * Returns the last answer with its result.
 */
function createStaffRequests({ staff, ports }: Pick<World, "staff" | "ports">, random: Random) {
  return async function request<Reply>(name: string, key: string, body: object) {
    const path = `/myaccount-core/agent/${name}`
    for (let wasCutOff = false; ; wasCutOff = true) {
      const [port, session] = [random.pick(ports), random.pick(staff)]
      const call = { method: "POST", path, body, key } as const
      const answer = await sendAs<Reply>(session, port, supportHost, call).catch(() => undefined)
      if (answer && answer.status < 500) {
        const refused = wasCutOff ? ("unsure" as const) : ("refused" as const)
        const told: Told = answer.status === 200 ? "made" : refused
        return { told, reply: answer.reply }
      }
      await sleep(20 + random.below(200))
    }
  }
}

/** A refund that a staff member requests, and the last answer to it. */
export interface WantedRefund {
  key: string
  /** Cents. */
  amount: number
  reopens: boolean
  told: Told
}

/** A credit, write-off or reversal that a staff member requests, and the last answer to it. */
export interface WantedCorrection {
  key: string
  kind: "credit" | "writeOff" | "reversal"
  told: Told
}

/** One in this many accepted payments is refunded, and one in this many products is corrected. */
const [refundedOneOf, correctedOneOf] = [10, 8]

export type StaffAtWork = ReturnType<typeof createStaffAtWork>

/**
 * Simulates staff who refund some accepted payments in full, in part or in several parts, give
 * credits for some products, write off open bills, and reverse some of both.
 */
export function createStaffAtWork(world: World, random: Random) {
  const request = createStaffRequests(world, random)
  const refunds: WantedRefund[] = []
  const corrections: WantedCorrection[] = []

  async function refund(confirmationNumber: string, amount: number): Promise<void> {
    const reopens = random.below(2) === 0
    const key = randomUUID()
    const refundAmount = decimalOf(amount)
    const asked = { confirmationNumber, refundAmount, reason: "Test", reopens }
    const body = { customerClient: client, ...asked }
    const { told } = await request("refunds", key, body)
    refunds.push({ key, amount, reopens, told })
  }

  return {
    refunds,
    corrections,
    /**
     * Sometimes refunds this payment. Pending debits and payments that were taken back are refused.
     */
    async maybeRefund({ told, confirmationNumber }: Intention): Promise<void> {
      if (told !== "accepted" || random.below(refundedOneOf) > 0) return
      const parts = random.pick([[payerDue], [1_000], [1_000, 1_500], [2_000, payerDue - 2_000]])
      for (const amount of parts) await refund(confirmationNumber, amount)
    },
    /** Sometimes corrects this payer's debt. The bill of an accepted payment is settled. */
    async maybeCorrect({ payer, policyNumber, told }: Intention): Promise<void> {
      if (random.below(correctedOneOf) > 0) return
      const kind = told === "accepted" || random.below(2) === 0 ? "credit" : "writeOff"
      const key = randomUUID()
      const answer = await request<{ correction: { id: string } }>("corrections", key, {
        ...{ customerClient: client, accountNumber: payerAccount(payer), policyNumber, kind },
        billNumber: kind === "writeOff" ? 1 : null,
        amount: decimalOf(random.pick([300, 700, 1_000])),
        reason: "Test",
      })
      corrections.push({ key, kind, told: answer.told })
      if (answer.told !== "made" || random.below(2) === 0) return
      const reversalKey = randomUUID()
      const body = { of: "correction", id: answer.reply.correction.id, reason: "Test" }
      const reversal = await request("reversals", reversalKey, body)
      corrections.push({ key: reversalKey, kind: "reversal", told: reversal.told })
    },
  }
}
