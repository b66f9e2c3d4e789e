import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { decimalOf } from "#contracts/money.ts"
import { payerDue } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import { sendHttp } from "#testing/send-http.ts"
import { supportHost } from "./names.ts"
import type { Intention } from "./payer.ts"
import type { World } from "./world.ts"

/** A refund that a staff member wants, and the last answer to it. */
export interface WantedRefund {
  key: string
  confirmationNumber: string
  /** Cents. */
  amount: number
  reopens: boolean
  /** `unsure`: refused after a request that got no answer, which may have been stored. */
  told: "made" | "refused" | "unsure"
}

/** One of so many accepted payments is refunded. */
const oneOf = 10

/**
 * Staff who refund some accepted payments: in full, in part, or in several parts. Like the page, they
 * repeat the same key until there is an answer.
 */
export function createRefunder({ staff, ports }: World, random: Random) {
  const wanted: WantedRefund[] = []

  async function send(refund: WantedRefund): Promise<{ status: number } | undefined> {
    const port = random.pick(ports)
    const { cookie, token } = random.pick(staff)
    const { key, confirmationNumber, amount, reopens } = refund
    const body = { confirmationNumber, refundAmount: decimalOf(amount), reason: "Test", reopens }
    try {
      return await sendHttp(port, supportHost, {
        method: "POST",
        path: "/myaccount-core/agent/refunds",
        body: JSON.stringify(body),
        headers: {
          cookie: `session=${cookie}`,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          origin: `http://${supportHost}:${port}`,
          "idempotency-key": key,
        },
      })
    } catch {
      return undefined
    }
  }

  async function request(confirmationNumber: string, amount: number): Promise<void> {
    const reopens = random.below(2) === 0
    const refund = { key: randomUUID(), confirmationNumber, amount, reopens, told: "made" } as const
    let wasCutOff = false
    for (;;) {
      const answer = await send(refund)
      if (answer && answer.status < 500) {
        const told = wasCutOff ? "unsure" : "refused"
        wanted.push({ ...refund, told: answer.status === 200 ? "made" : told })
        return
      }
      wasCutOff = true
      await sleep(20 + random.below(200))
    }
  }

  return {
    wanted,
    /** Refunds this payment, or does not. Debits on their way and payments taken back are refused. */
    async maybeRefund({ told, confirmationNumber }: Intention): Promise<void> {
      if (told !== "accepted" || random.below(oneOf) > 0) return
      const parts = random.pick([[payerDue], [1_000], [1_000, 1_500], [2_000, payerDue - 2_000]])
      for (const amount of parts) await request(confirmationNumber, amount)
    },
  }
}
