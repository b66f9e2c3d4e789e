import { randomUUID } from "node:crypto"
import { decimalOf } from "#contracts/money.ts"
import { payerDue } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import type { Intention } from "../payer.ts"
import type { World } from "../world.ts"
import { createStaffRequests, type Told } from "./staff-requests.ts"

/** A refund that a staff member wants, and the last answer to it. */
export interface WantedRefund {
  key: string
  confirmationNumber: string
  /** Cents. */
  amount: number
  reopens: boolean
  told: Told
}

/** One of so many accepted payments is refunded. */
const oneOf = 10

/**
 * Staff who refund some accepted payments: in full, in part, or in several parts.
 */
export function createRefunder(world: World, random: Random) {
  const request = createStaffRequests(world, random)
  const wanted: WantedRefund[] = []

  async function refund(confirmationNumber: string, amount: number): Promise<void> {
    const reopens = random.below(2) === 0
    const key = randomUUID()
    const refundAmount = decimalOf(amount)
    const body = { confirmationNumber, refundAmount, reason: "Test", reopens }
    const { told } = await request("refunds", key, body)
    wanted.push({ key, confirmationNumber, amount, reopens, told })
  }

  return {
    wanted,
    /** Refunds this payment, or does not. Debits on their way and payments taken back are refused. */
    async maybeRefund({ told, confirmationNumber }: Intention): Promise<void> {
      if (told !== "accepted" || random.below(oneOf) > 0) return
      const parts = random.pick([[payerDue], [1_000], [1_000, 1_500], [2_000, payerDue - 2_000]])
      for (const amount of parts) await refund(confirmationNumber, amount)
    },
  }
}
