import { setTimeout as sleep } from "node:timers/promises"
import { centsOf } from "#contracts/money.ts"
import { authorizationText, authorizationVersion } from "#contracts/payments/authorization-rules.ts"
import type { PaymentReply } from "#contracts/payments/pay-now.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import { type Answer, sendHttp } from "#testing/send-http.ts"
import { client, dueDate, host, payerUserid, recordIdOf } from "./names.ts"
import type { World } from "./world.ts"

/** One intended payment, and the last answer that its payer received. */
export interface Intention {
  key: string
  payer: number
  policyNumber: string
  sample: string
  /** `accepted`, `declined` (or canceled), `unknown` or `refused`; `unsent` before any answer. */
  told: string
  /** The gateway was down: nothing was charged, and the person tries again. */
  isToRepeat?: boolean
  confirmationNumber: string
}

/** The outcome that the payer reads. A payment that is returned meanwhile was accepted before. */
function outcomeOf(status: PaymentReply["paymentStatus"]): string {
  if (status === "submitted" || status === "unknown") return "unknown"
  return status === "declined" || status === "canceled" ? "declined" : "accepted"
}

/**
 * Pays as the page does: repeats the same key until there is an answer, then waits for the outcome.
 * Calls `onCutOff` for each request that got no answer.
 */
export function createPayers(
  world: Pick<World, "ports" | "sessions">,
  random: { below(limit: number): number },
  onCutOff = () => {},
) {
  let template: Promise<string> | undefined

  async function send<Reply>(
    payer: number,
    method: "GET" | "POST",
    path: string,
    key: string | undefined,
    body?: object,
  ): Promise<Answer<Reply> | undefined> {
    const port = world.ports[random.below(world.ports.length)]
    if (port === undefined) return undefined
    const session = world.sessions[payer]
    try {
      return await sendHttp<Reply>(port, host, {
        method,
        path,
        body: body && JSON.stringify(body),
        headers: {
          cookie: `session=${session?.cookie}`,
          authorization: `Bearer ${session?.token}`,
          "content-type": body && "application/json",
          origin: method === "POST" ? `http://${host}:${port}` : undefined,
          "idempotency-key": key,
        },
      })
    } catch {
      // The server was killed during the request, or has not started yet.
      onCutOff()
      return undefined
    }
  }

  async function templateText(): Promise<string> {
    for (;;) {
      const titles = { titles: ["authorization pay now"] }
      const answer = await send<{ items: { content: string }[] }>(
        0,
        "POST",
        "/appcontent/contents",
        undefined,
        titles,
      )
      if (answer?.status === 200) return answer.reply.items[0]?.content ?? ""
      await sleep(50)
    }
  }

  /** Sends the payment once; returns the answer, if there is one. */
  async function submit(intention: Intention): Promise<void> {
    template ??= templateText()
    const body = await bodyOf(intention, await template)
    const path = "/myaccount-core/payNow"
    const answer = await send<PaymentReply>(intention.payer, "POST", path, intention.key, body)
    note(intention, answer)
  }

  async function ask(intention: Intention): Promise<void> {
    const { payer, key } = intention
    note(intention, await send<PaymentReply>(payer, "GET", "/myaccount-core/payNow", key))
  }

  return { submit, ask }
}

function note(intention: Intention, answer: Answer<PaymentReply> | undefined): void {
  if (answer === undefined || intention.told === "accepted") return
  const [messageId = ""] = answer.messageIds
  if (answer.status === 200) {
    intention.told = outcomeOf(answer.reply.paymentStatus)
    intention.confirmationNumber = answer.reply.confirmationNumber
  } else if (/^payment\.(declined|canceled)\./.test(messageId)) {
    intention.told = "declined"
    intention.isToRepeat = messageId.startsWith("payment.canceled.")
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
    // The day of the demo's Harbor Mutual.
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
