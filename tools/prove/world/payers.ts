import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { centsOf } from "#contracts/money.ts"
import { authorizationText, authorizationVersion } from "#contracts/payments/authorization-rules.ts"
import type { PaymentReply } from "#contracts/payments/pay-now.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import type { Answer } from "#testing/send-http.ts"
import type { WorldPeople } from "./fill.ts"
import { client, dueDate, host, payerUserid, recordIdOf } from "./names.ts"
import { type Session, sendAs } from "./sessions.ts"

const payNow = "/myaccount-core/payNow"

/** One intended payment, and the last answer that its payer received. */
export interface Intention {
  key: string
  payer: number
  policyNumber: string
  sample: string
  /**
   * The answer: `accepted`, `declined` (or canceled), `unknown` or `refused`; `unsent` before any
   * answer.
   */
  told: string
  /** Whether the gateway was down: nothing was charged, and the person tries again. */
  isToRepeat?: boolean
  confirmationNumber: string
}

/**
 * The outcome that the payer reads. A payment that was returned in the meantime had been accepted.
 */
function outcomeOf(status: PaymentReply["paymentStatus"]): string {
  if (status === "submitted" || status === "unknown") return "unknown"
  return status === "declined" || status === "canceled" ? "declined" : "accepted"
}

export function newIntention(payer: number, policyNumber: string, sample = "visa"): Intention {
  return { key: randomUUID(), payer, policyNumber, sample, told: "unsent", confirmationNumber: "" }
}

/** One payment for each product of each person, with the method that `sampleOf` chooses. */
export function planPayments(
  { accounts, products }: Pick<WorldPeople, "accounts" | "products">,
  sampleOf = (): string => "visa",
): Intention[] {
  return Array.from({ length: accounts * products }, (_, n) => {
    const payer = n % accounts
    return newIntention(payer, payerPolicy(payer, Math.floor(n / accounts)), sampleOf())
  })
}

/** Works on the waiting items, this many at a time, until none are left. */
export async function inParallel<Item>(
  count: number,
  waiting: Item[],
  work: (one: Item) => Promise<unknown>,
): Promise<void> {
  const working = Array.from({ length: count }, async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  })
  await Promise.all(working)
}

/** Whether the payer does not have the outcome yet. */
export function isOpen({ told }: Intention): boolean {
  return told === "unsent" || told === "unknown"
}

/** Pays as the page does. Calls `onCutOff` for each request that got no answer. */
export function createPayers(
  world: { ports: readonly number[]; sessions: readonly Session[] },
  random: Pick<Random, "below">,
  onCutOff = () => {},
) {
  let template: Promise<string> | undefined

  async function send<Reply>(
    payer: number,
    call: Parameters<typeof sendAs>[3],
  ): Promise<Answer<Reply> | undefined> {
    const port = world.ports[random.below(world.ports.length)]
    const session = world.sessions[payer]
    if (port === undefined || session === undefined) return undefined
    try {
      return await sendAs<Reply>(session, port, host, call)
    } catch {
      // The server was killed during the request, or has not started yet.
      onCutOff()
      return undefined
    }
  }

  async function templateText(): Promise<string> {
    const body = { titles: ["authorization pay now"] }
    const call = { method: "POST", path: "/appcontent/contents", body } as const
    for (;;) {
      const answer = await send<{ items: { content: string }[] }>(0, call)
      if (answer?.status === 200) return answer.reply.items[0]?.content ?? ""
      await sleep(50)
    }
  }

  /** Sends the payment once. */
  async function submit(intention: Intention): Promise<void> {
    template ??= templateText()
    const { payer, key } = intention
    const body = await bodyOf(intention, await template)
    note(intention, await send(payer, { method: "POST", path: payNow, body, key }))
  }

  /** Requests the outcome once. */
  async function ask(intention: Intention): Promise<void> {
    const { payer, key } = intention
    note(intention, await send(payer, { method: "GET", path: payNow, key }))
  }

  /**
   * Repeats the same key until there is an answer, and then requests the outcome until there is
   * one.
   */
  async function pay(
    intention: Intention,
    longestSeconds = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const end = performance.now() + longestSeconds * 1_000
    while (isOpen(intention) && performance.now() < end) {
      await (intention.told === "unsent" ? submit(intention) : ask(intention))
      if (isOpen(intention)) await sleep(100 + random.below(200))
    }
  }

  return { submit, ask, pay }
}

function note(intention: Intention, answer: Answer<PaymentReply> | undefined): void {
  if (answer === undefined || intention.told === "accepted") return
  const [messageId = ""] = answer.messageIds
  if (answer.status === 200) {
    intention.told = outcomeOf(answer.reply.paymentStatus)
    intention.confirmationNumber = answer.reply.confirmationNumber
  } else if (/^payment\.(declined|canceled)\./.test(messageId)) {
    intention.told = "declined"
    const isRefused = /\.(accountRefused|refused)$/.test(messageId)
    intention.isToRepeat = messageId.startsWith("payment.canceled.") && !isRefused
  } else if (messageId === "payment.unknown") {
    intention.told = "unknown"
  } else if (messageId === "request.tooMany") {
    intention.told = "refused"
  } else if (answer.status < 500) {
    intention.told = `refused: ${messageId}`
  }
}

async function bodyOf({ payer, policyNumber, sample }: Intention, template: string) {
  const isBank = sample.startsWith("bank")
  const lastFourDigit = isBank ? "6789" : "4242"
  const amount = "42.75"
  const text = authorizationText("pay-now", template, {
    // Today's date at the demo's Harbor Mutual.
    currentDate: shownDay(new Date(), "America/New_York"),
    fullName: `Ines Varga ${payer}`,
    userName: `payer${payer}`,
    clientName: "Harbor Mutual",
    tollFree: "(800) 555-0142",
    productName: "Term Life",
    dueDate: shownDate(dueDate.toString()),
    frequency: "Monthly",
    oldFrequency: "",
    financialInstitution: isBank ? "Sandbox Bank (Checking)" : "VISA",
    accountNumber: lastFourDigit,
    amountDue: centsOf(amount),
    premium: 0,
    billingFee: 0,
    otherBills: [],
    underWay: 0,
    enteredBy: "",
  })
  const accountNumber = payerAccount(payer)
  return {
    client,
    hostName: host,
    accountNumber,
    policyNumber: payerPolicy(payer),
    userid: payerUserid(payer),
    firstName: "Ines",
    lastName: `Varga ${payer}`,
    isEmailSubscribed: true,
    totalPaymentAmount: amount,
    paymentMethod: "",
    productName: "Term Life",
    paymentType: isBank ? "BANKACCOUNT" : "CREDITCARD",
    lastFourDigit,
    authorizationVersion: await authorizationVersion(text ?? ""),
    paymentDetails: [
      {
        accountNumber,
        policyNumber,
        paymentAmount: amount,
        paymentMethodRecordId: recordIdOf(payer, sample),
      },
    ],
  }
}
