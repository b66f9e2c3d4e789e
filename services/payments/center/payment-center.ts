import type { paymentCenter } from "#contracts/payments/payment-center.ts"
import type { Clock } from "#platform/clock.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { Policy, PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Handlers, Site } from "#services/call-request.ts"
import { holderOf, policyOf } from "#services/products/holder.ts"
import { paymentInfoOf, productOf } from "#services/products/product.ts"

/** What a customer pays for, and how, as the account system says at this moment. */
export function createPaymentCenter({
  policyAdmin,
  clock,
}: {
  policyAdmin: PolicyAdmin
  clock: Clock
}) {
  function replyWith(policies: Policy[], { clientName }: Site) {
    const today = clock.today()
    return {
      activeProducts: policies.map((policy) => productOf(policy, today)),
      clientName,
      currentDate: shownDate(today.toString()),
      messages: [],
    }
  }

  const handlers: Handlers<typeof paymentCenter> = {
    async "POST /myaccount-core/products"({ site, session, body }) {
      const { products } = await holderOf(policyAdmin, session, body.policyNumber)
      return replyWith(
        products.filter(({ active }) => active),
        site,
      )
    },

    async "POST /myaccount-core/paymentFrequency"({ site, session, body }) {
      const held = await holderOf(policyAdmin, session, body.policyNumber)
      return replyWith([policyOf(held, body.policyNumber)], site)
    },

    async "POST /myaccount-core/paymentInfo"({ session, body }) {
      const held = await holderOf(policyAdmin, session, body.policyNumber)
      return { paymentInfo: paymentInfoOf(policyOf(held, body.policyNumber)), messages: [] }
    },
  }

  return { handlers }
}
