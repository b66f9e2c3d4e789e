import type { paymentCenter } from "#contracts/payments/payment-center.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import {
  type FindProductNotices,
  paymentInfoOf,
  withoutRecorded,
} from "#services/products/product-presenter.ts"
import {
  policyOf,
  sessionAccount,
  sessionProduct,
  sessionProducts,
} from "#services/products/session-account.ts"
import { chargeFactsOf } from "../auto-pay/charge-facts.ts"
import { chargeQuotesOf, plannedChargeOf } from "../auto-pay/charge-quote-presenter.ts"
import { plannedChargesOf } from "../auto-pay/planned-charges-presenter.ts"
import type { Authorizations } from "../paying/authorizations.ts"
import { coveragesOf } from "../paying/coverage-presenter.ts"
import { productsReplyOf } from "./payment-center-presenter.ts"

/** The products of a customer and their payment settings, read from the account system. */
export function createPaymentCenter(
  deps: Deps,
  authorizations: Pick<Authorizations, "readerOf">,
  noticesOf: FindProductNotices,
) {
  const { policyAdmin, brands } = deps
  const handlers: Handlers<typeof paymentCenter> = {
    async "POST /myaccount-core/products"({ site, session, body }) {
      const { products } = await sessionProducts(policyAdmin, session, body.policyNumber)
      const active = products.filter((policy) => policy.active)
      const today = await brands.todayOf(session.client)
      const notices = await noticesOf(session, active, today)
      return productsReplyOf(withoutRecorded(active, notices), site.clientName, today, notices)
    },

    async "POST /myaccount-core/paymentFrequency"({ site, session, body }) {
      const account = await sessionAccount(policyAdmin, session, body.policyNumber)
      const policy = policyOf(account, body.policyNumber)
      const today = await brands.todayOf(session.client)
      const notices = await noticesOf(session, [policy], today)
      const [shown = policy] = withoutRecorded([policy], notices)
      const facts = chargeFactsOf(deps, session, [policy], today)
      const [chargeQuotes, nextCharge] = await Promise.all([
        chargeQuotesOf(deps, session, shown, today, facts),
        plannedChargeOf(deps, session, shown, today, facts),
      ])
      return {
        ...productsReplyOf([shown], site.clientName, today, notices),
        authorizationReader: await authorizations.readerOf(site, session, account.person),
        chargeQuotes,
        ...(nextCharge && { nextCharge }),
      }
    },

    async "POST /myaccount-core/nextCharges"({ session, body }) {
      const held = await sessionProducts(policyAdmin, session, body.policyNumber)
      const today = await brands.todayOf(session.client)
      const active = held.products.filter((policy) => policy.active)
      const [nextCharges, coverage] = await Promise.all([
        plannedChargesOf(deps, session, active, today),
        coveragesOf(deps, session, active, today),
      ])
      return { nextCharges, coverage, messages: [] }
    },

    async "POST /myaccount-core/paymentInfo"({ session, body }) {
      const policy = await sessionProduct(policyAdmin, session, body.policyNumber)
      const today = await brands.todayOf(session.client)
      const notices = await noticesOf(session, [policy], today)
      const [shown = policy] = withoutRecorded([policy], notices)
      return {
        paymentInfo: paymentInfoOf(shown, today, notices.get(policy.policyNumber)?.state),
        messages: [],
      }
    },
  }

  return { handlers }
}
