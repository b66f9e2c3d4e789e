import type { PlannedCharge, paymentCenter } from "#contracts/payments/payment-center.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { type AutoPayNotices, paymentInfoOf } from "#services/products/product-presenter.ts"
import { policyOf, sessionAccount } from "#services/products/session-account.ts"
import { chargeQuotesOf, plannedChargeOf } from "../charge-quote-presenter.ts"
import { productsReplyOf } from "./payment-center-presenter.ts"

/** Products whose next charge is read at the same time. */
const atOnce = 5

/** The products of a customer and how they are paid, read from the account system. */
export function createPaymentCenter(deps: Deps, noticesOf: AutoPayNotices) {
  const { policyAdmin, brands } = deps
  const handlers: Handlers<typeof paymentCenter> = {
    async "POST /myaccount-core/products"({ site, session, body }) {
      const [{ products }, noticesAbout] = await Promise.all([
        sessionAccount(policyAdmin, session, body.policyNumber),
        noticesOf(session),
      ])
      const active = products.filter((policy) => policy.active)
      const today = await brands.todayOf(session.client)
      const notices = await noticesAbout(active, today)
      return productsReplyOf(active, site.clientName, today, notices)
    },

    async "POST /myaccount-core/paymentFrequency"({ site, session, body }) {
      const [held, noticesAbout] = await Promise.all([
        sessionAccount(policyAdmin, session, body.policyNumber),
        noticesOf(session),
      ])
      const policy = policyOf(held, body.policyNumber)
      const today = await brands.todayOf(session.client)
      const [chargeQuotes, nextCharge, notices] = await Promise.all([
        chargeQuotesOf(deps, session, policy, today),
        plannedChargeOf(deps, session, policy, today),
        noticesAbout([policy], today),
      ])
      return {
        ...productsReplyOf([policy], site.clientName, today, notices),
        chargeQuotes,
        ...(nextCharge && { nextCharge }),
      }
    },

    async "POST /myaccount-core/nextCharges"({ session, body }) {
      const held = await sessionAccount(policyAdmin, session, body.policyNumber)
      const today = await brands.todayOf(session.client)
      const onAutoPay = held.products.filter(
        ({ billing }) => billing.paymentMethodRecordId !== null,
      )
      const nextCharges: PlannedCharge[] = []
      for (let start = 0; start < onAutoPay.length; start += atOnce) {
        const some = onAutoPay.slice(start, start + atOnce)
        const planned = some.map((policy) => plannedChargeOf(deps, session, policy, today))
        nextCharges.push(...(await Promise.all(planned)).filter((charge) => charge !== undefined))
      }
      return { nextCharges, messages: [] }
    },

    async "POST /myaccount-core/paymentInfo"({ session, body }) {
      const held = await sessionAccount(policyAdmin, session, body.policyNumber)
      return { paymentInfo: paymentInfoOf(policyOf(held, body.policyNumber)), messages: [] }
    },
  }

  return { handlers }
}
