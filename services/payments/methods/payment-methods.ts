import type { Message } from "#contracts/messages.ts"
import { cardPatternTitle } from "#contracts/payments/card-pattern.ts"
import type { CardType } from "#contracts/payments/payment-method-rules.ts"
import type { paymentMethods } from "#contracts/payments/payment-methods.ts"
import { isNo } from "#platform/text/yes-no.ts"
import { AuthenticationNeeded } from "#ports/payment-gateway/port.ts"
import type { Account } from "#ports/policy-admin/port.ts"
import type { CustomerSession, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { sessionAccount } from "#services/products/session-account.ts"
import { whyText } from "../paying/payment-presenter.ts"
import { depositReminderJob } from "./deposit-reminders.ts"
import { blockOf, movedMethodsJob } from "./moved-methods.ts"
import { createMethodChanges } from "./payment-method-changes.ts"
import { paymentMethodJob } from "./payment-method-job.ts"
import {
  currentDateOf,
  depositsText,
  methodHeader,
  paymentMethodOf,
} from "./payment-method-presenter.ts"
import { createMethodReports } from "./payment-method-reports.ts"
import { createMethodSaving, paidBy } from "./payment-method-saving.ts"
import { findMethods, type PaymentMethodRow } from "./payment-methods.store.ts"
import { createRenewals } from "./renewals.ts"

/** The saved cards and bank accounts of a person. */
export function createPaymentMethods(deps: Deps) {
  const { database, policyAdmin, localize, contents, brands } = deps
  const { carryOut } = createMethodSaving(deps)
  const reports = createMethodReports(deps)
  const changes = createMethodChanges(deps, { carryOut, takesCards })

  const handlers: Handlers<typeof paymentMethods> = {
    async "POST /myaccount-core/paymentMethods"({ session, body }) {
      const today = await brands.todayOf(session.client)
      const account = await accountOf(session, body)
      return { ...(await listFor(session, account, body)), currentDate: currentDateOf(today) }
    },

    async "POST /myaccount-core/paymentMethod/check"({ session, body }) {
      if (await takesCards(session.client, body.cardType)) {
        return { status: "SUCCESS", statusMessage: "", messages: [] }
      }
      const message = await localize(session.client, "paymentMethod.invalid")
      return { status: "ERROR", statusMessage: message.content.join(" "), messages: [message] }
    },

    async "POST /myaccount-core/paymentMethod"(request) {
      const { session, body } = request
      // Read before the change: once it is made, its reply does not depend on the account system.
      const account = await accountOf(session, body)
      const result = await changes.add(request).catch((error: unknown) => {
        if (error instanceof AuthenticationNeeded) return error
        throw error
      })
      if (result instanceof AuthenticationNeeded) {
        return { ...(await listFor(session, account, body)), authenticateAt: result.address }
      }
      const { method: added, isToVerify } = result
      const isForOnce = isNo(body.rememberPaymentMethod)
      const isAgain = (await findMethods(database, session.client, session.accountNumber)).some(
        (one) => one.recordId !== added.recordId && isLike(one, added),
      )
      const saved = isAgain ? "addedAgain" : "added"
      const id = isToVerify ? "addedToVerify" : isForOnce ? "ready" : saved
      const method = methodHeader(added)
      const deposits = depositsText(added.deposits)
      const message = await localize(session.client, `paymentMethod.${id}`, { method, deposits })
      return { ...(await listFor(session, account, body, message)), authenticateAt: "" }
    },

    async "PUT /myaccount-core/paymentMethod"(request) {
      const { session, body } = request
      const account = await accountOf(session, body)
      const method = methodHeader(await changes.update(request))
      const message = await localize(session.client, "paymentMethod.changed", { method })
      return await listFor(session, account, body, message)
    },

    async "POST /myaccount-core/paymentMethod/delete"(request) {
      const { session } = request
      const account = await accountOf(session, {})
      const { method, products } = await changes.remove(request)
      const id = products === "" ? "paymentMethod.deleted" : "paymentMethod.deletedWithAutoPay"
      const values = { method: methodHeader(method), products }
      return await listFor(session, account, {}, await localize(session.client, id, values))
    },
  }

  async function accountOf(session: CustomerSession, { policyNumber = "" }: Asked) {
    return await sessionAccount(policyAdmin, session, policyNumber)
  }

  async function listFor(
    session: CustomerSession,
    account: Account,
    from: Asked,
    message?: Message,
  ) {
    const { client, accountNumber, staffUserid } = session
    const notRemembered = from.addPaymentMethodFrom === "paynow" ? "unpaid" : "none"
    const methods = await findMethods(database, client, accountNumber, { notRemembered })
    const today = await brands.todayOf(client)
    const blocked = staffUserid === null ? "" : staffText
    const shown = methods.map(async (method) => {
      const onAutoPay = paidBy(account, method.recordId).map(({ productDesc }) => productDesc)
      const reason = await blockOf(deps, method)
      const why = reason === "" ? "" : await whyText(localize, { client, reason })
      return paymentMethodOf(method, { today, blocked, onAutoPay, why })
    })
    return {
      paymentMethods: await Promise.all(shown),
      messages: message ? [message] : [],
    }
  }

  /** A client accepts the card types for which its content has a pattern. */
  async function takesCards(client: string, cardType: CardType): Promise<boolean> {
    const [pattern] = await contents(client, [cardPatternTitle(cardType)])
    return pattern !== undefined && pattern.content.trim() !== ""
  }

  return {
    handlers,
    job: paymentMethodJob(deps, carryOut),
    reminderJob: depositReminderJob(deps),
    movedJob: movedMethodsJob(deps, reports),
    report: reports.report,
    renewals: createRenewals(deps, carryOut),
  }
}

/** Whether the person cannot distinguish the two by their labels and banks. */
function isLike(one: PaymentMethodRow, other: PaymentMethodRow): boolean {
  return (
    one.gateway === other.gateway &&
    methodHeader(one) === methodHeader(other) &&
    one.maskedRoutingNumber === other.maskedRoutingNumber
  )
}

interface Asked {
  policyNumber?: string
  addPaymentMethodFrom?: "paynow" | undefined
}

const staffText = "Only the customer can change payment methods."
