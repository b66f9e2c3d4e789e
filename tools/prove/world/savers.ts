import { setTimeout as sleep } from "node:timers/promises"
import type { BodyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import type { Database } from "#database/open.ts"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import { cardToken } from "#testing/gateway-tokens.ts"
import type { Random } from "#testing/random.ts"
import { createFindings } from "../part.ts"
import { findSavedCards } from "./compare.store.ts"
import { host } from "./names.ts"
import { sendAs } from "./sessions.ts"
import type { World } from "./world.ts"

type AddBody = BodyOf<Endpoints["POST /myaccount-core/paymentMethod"]>

/** A card that a customer saves, and the last answer. */
export interface WantedCard {
  holder: string
  lastFour: string
  /** Whether the answer confirms it; false if the last answer refused it. */
  isSaved: boolean
}

const cards = [
  { cardType: "MC", number: "5555555555554444" },
  { cardType: "DS", number: "6011111111111117" },
  { cardType: "AM", number: "378282246310005" },
] as const

/**
 * Customers who save a card each: a token from the frame's origin, then our calls. Like the page,
 * they repeat a call with the same token until there is an answer.
 */
export function createSavers(world: World, random: Random) {
  const wanted: WantedCard[] = []
  const gateway = { address: world.settings.SANDBOX_GATEWAY_URL ?? "" }

  async function untilAnswered<Result>(work: () => Promise<Result | undefined>): Promise<Result> {
    for (;;) {
      const result = await work().catch(() => undefined)
      if (result !== undefined) return result
      await sleep(20 + random.below(200))
    }
  }

  async function call(payer: number, path: string, body: object) {
    return await untilAnswered(async () => {
      const [port, session] = [random.pick(world.ports), world.sessions[payer]]
      if (session === undefined) throw new Error(`Payer ${payer} has no session.`)
      const answer = await sendAs(session, port, host, { method: "POST", path, body })
      return answer.status < 500 ? answer : undefined
    })
  }

  return {
    wanted,
    async save(payer: number): Promise<void> {
      const { cardType, number } = random.pick(cards)
      const token = await untilAnswered(() => cardToken(gateway, number))
      const holder = `Saver ${payer}`
      await call(payer, "/myaccount-core/paymentMethod/check", { cardType, cardNumber: token })
      const body: AddBody = {
        ...{ username: `payer${payer}`, cardHolderName: holder },
        ...{ addressLine1: "1 Harbor Street", addressLine2: "", addressLine3: "" },
        ...{ city: "Portland", state: "ME", zipCode: "04101" },
        ...{ customerEmail: "", customerLoginIp: "" },
        ...{ isCreditCard: true, isBankAccount: false, cardType, cardNumber: token },
        ...{ expirationDate: "08/2031", methodType: "CreditCard", creditCardSecurityCode: "" },
      }
      const { status } = await call(payer, "/myaccount-core/paymentMethod", body)
      wanted.push({ holder, lastFour: number.slice(-4), isSaved: status === 200 })
    },
  }
}

/** Checks that each card was saved once, and that the gateway has it. */
export async function compareSavedCards(
  database: Database,
  ledgerFile: string,
  wanted: readonly WantedCard[],
): Promise<{ wrong: string[]; savedCards: number }> {
  const { wrong, check } = createFindings()
  const saved = Map.groupBy(await findSavedCards(database), ({ holder }) => holder)
  const ledger = openLedger(ledgerFile)
  for (const { holder, lastFour, isSaved } of wanted) {
    const [card, ...more] = saved.get(holder) ?? []
    check(isSaved, `the card of ${holder} was refused`)
    check(
      card !== undefined && more.length === 0,
      `${holder} has ${more.length + (card ? 1 : 0)} cards`,
    )
    const kept = card && ledger.method(card.reference)
    check(kept?.lastFour === lastFour, `the gateway has another card of ${holder}`)
  }
  ledger.close()
  return { wrong, savedCards: saved.size }
}
