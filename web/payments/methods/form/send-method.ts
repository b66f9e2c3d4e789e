import type { StoredUser } from "#contracts/identity/shapes.ts"
import { usernameOf } from "#contracts/identity/userid.ts"
import type { Message } from "#contracts/messages.ts"
import { gatewayAwayText, invalidCardText } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { readItem } from "#web/calls/local-storage.ts"
import {
  type BankEntry,
  type Billing,
  EntryRefused,
  GatewayUnreachable,
  type RefusedField,
} from "../../fields/contract.ts"
import { gatewayForm } from "../../fields/open.ts"
import * as bankPageTexts from "../../texts.ts"
import * as texts from "../texts.ts"
import { addBodyOf, type MethodDraft, updateBodyOf } from "./method-draft.ts"
import type { FormField } from "./method-problems.ts"

interface Saved {
  paymentMethods: PaymentMethod[]
  messages: Message[]
}

/** Sends a form's draft, and reuses the token if an unchanged draft is sent again. */
export function createSender(user: StoredUser, isFromPayNow: boolean) {
  const username = usernameOf(user.userid)
  const email = user.email ?? ""
  const from = () => {
    return { username, email, isFromPayNow, loginIp: readItem("customerLoginIp") ?? "" }
  }
  let kept: { draft: MethodDraft; token: string } | undefined

  return {
    /**
     * Exchanges the number for a token at the gateway, and adds the method with it. `cardToken`
     * exchanges the content of the frames. `authenticate` shows the bank's page and resolves with
     * false if the customer left it.
     *
     * Errors: `EntryRefused`, `GatewayUnreachable`; `CallError`; `CardRefused`; `NotConfirmed`.
     */
    async add(
      draft: MethodDraft,
      cardToken: (billing: Billing) => Promise<string>,
      authenticate: (address: string) => Promise<boolean>,
    ): Promise<Saved> {
      // Repeating a token repeats the same request, so a lost reply does not add the method twice.
      const token = kept?.draft === draft ? kept.token : await tokenOf(draft, cardToken)
      kept = { draft, token }
      try {
        if (draft.kind === "card" && draft.cardType !== "") {
          const body = { cardType: draft.cardType, cardNumber: token }
          const { status, messages } = await call("POST /myaccount-core/paymentMethod/check", body)
          if (status === "ERROR") throw new CardRefused(messages)
        }
        const body = addBodyOf(draft, token, from())
        for (;;) {
          const saved = await call("POST /myaccount-core/paymentMethod", body)
          if (saved.authenticateAt === "") return saved
          if (!(await authenticate(saved.authenticateAt))) throw new NotConfirmed()
        }
      } catch (error) {
        if (isRefusal(error)) kept = undefined
        throw error
      }
    },

    /** Errors: `CallError`. */
    async update(draft: MethodDraft, paymentRecordId: string): Promise<Saved> {
      const body = updateBodyOf(draft, paymentRecordId, from())
      return await call("PUT /myaccount-core/paymentMethod", body)
    },
  }
}

/** The server rejected the form with these messages. */
class CardRefused extends Error {
  override name = "CardRefused"
  messages: Message[]
  constructor(messages: Message[]) {
    super(texts.theCardWasRefused)
    this.messages = messages
  }
}

/** The customer left the page of their bank. */
class NotConfirmed extends Error {
  override name = "NotConfirmed"
}

/** Whether the server replied with a rejection, which uses up the token. */
export function isRefusal(error: unknown): boolean {
  const refusals = ["paymentMethod.invalid", "paymentMethod.notAuthenticated"]
  return messagesOf(error).some(({ messageId }) => refusals.includes(messageId))
}

async function tokenOf(
  draft: MethodDraft,
  cardToken: (billing: Billing) => Promise<string>,
): Promise<string> {
  if (draft.kind === "card") return await cardToken(billingOf(draft))
  if (draft.bankEntry === "instant" && draft.connected) return draft.connected.token
  const gateway = await call("GET /myaccount-core/paymentGateway")
  const form = await gatewayForm(gateway)
  return await form.bankToken(gateway, bankEntryOf(draft))
}

function bankEntryOf(draft: MethodDraft): BankEntry {
  const { routing, account, bankType } = draft
  const type = bankType === "C" ? "checking" : "savings"
  return { routing, account, type, ...billingOf(draft) }
}

function billingOf(draft: MethodDraft): Billing {
  const { holder, addressLine1, addressLine2, addressLine3, city, state, zip } = draft
  const lines = [addressLine1, addressLine2, addressLine3].filter((line) => line.trim() !== "")
  return { holder, address: { lines, city, state, zip } }
}

/** The messages for a method that was not saved. */
export function noticesOf(error: unknown): Message[] {
  if (error instanceof CardRefused) return error.messages
  if (error instanceof NotConfirmed) return [errorNotice(bankPageTexts.cardNotConfirmed)]
  if (error instanceof EntryRefused) return [invalidCardNotice]
  if (error instanceof GatewayUnreachable) {
    return [errorNotice(error.reason === "answer" ? gatewayAwayText : texts.gatewayUnusable)]
  }
  return messagesOf(error)
}

export const invalidCardNotice = errorNotice(invalidCardText)

export function errorNotice(...content: string[]): Message {
  return { type: "ERROR", content, messageId: content.join(" ") }
}

/** The field that the gateway rejected, with its error. */
export function refusedField(error: unknown): { [Field in FormField]?: string } {
  const field = error instanceof EntryRefused ? error.field : undefined
  return field ? { [field]: refusedTexts[field] } : {}
}

const refusedTexts: Record<RefusedField, string> = {
  ...texts.pleaseCheck,
  routing: texts.pleaseCheck.number,
  account: texts.pleaseCheck.number,
  holder: texts.pleaseCheckThisName,
}
