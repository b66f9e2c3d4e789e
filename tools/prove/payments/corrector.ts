import { randomUUID } from "node:crypto"
import { decimalOf } from "#contracts/money.ts"
import { payerAccount } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import { client } from "../names.ts"
import type { Intention } from "../payer.ts"
import type { World } from "../world.ts"
import { createStaffRequests, type Told } from "./staff-requests.ts"

/** A credit, write-off or reversal that a staff member wants, and the last answer to it. */
export interface WantedCorrection {
  key: string
  kind: "credit" | "writeOff" | "reversal"
  told: Told
}

/** So many of the payers' products are corrected. */
const oneOf = 8

/** Staff who give credits for some products, write off open bills, and take some of both back. */
export function createCorrector(world: World, random: Random) {
  const request = createStaffRequests(world, random)
  const wanted: WantedCorrection[] = []

  return {
    wanted,
    /** Corrects what this payer owes, or does not. The bill of an accepted payment is settled. */
    async maybeCorrect({ payer, policyNumber, told }: Intention): Promise<void> {
      if (random.below(oneOf) > 0) return
      const kind = told === "accepted" || random.below(2) === 0 ? "credit" : "writeOff"
      const key = randomUUID()
      const answer = await request<{ correction: { id: string } }>("corrections", key, {
        ...{ customerClient: client, accountNumber: payerAccount(payer), policyNumber, kind },
        billNumber: kind === "writeOff" ? 1 : null,
        amount: decimalOf(random.pick([300, 700, 1_000])),
        reason: "Test",
      })
      wanted.push({ key, kind, told: answer.told })
      if (answer.told !== "made" || random.below(2) === 0) return
      const reversalKey = randomUUID()
      const body = { of: "correction", id: answer.reply.correction.id, reason: "Test" }
      const reversal = await request("reversals", reversalKey, body)
      wanted.push({ key: reversalKey, kind: "reversal", told: reversal.told })
    },
  }
}
