import type { dashboard } from "#contracts/products/dashboard.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { dueStatusOf, isDue } from "../due-status.ts"
import { holderOf } from "../holder.ts"
import { productOf } from "../product-presenter.ts"

/** The product family whose holders see the member note. */
const eaPlusFamily = "EAPLUS"

/** The products and payments due of a customer, read from the account system. */
export function createDashboard({ policyAdmin, clock, localize }: Deps) {
  const handlers: Handlers<typeof dashboard> = {
    async "POST /myaccount-core/availability"({ site }) {
      const isAvailable = await policyAdmin.available()
      const away = isAvailable ? [] : [await localize(site.client, "accountSystem.away")]
      return { insproAvailableInd: yesNo(isAvailable), messages: away }
    },

    async "POST /myaccount-core/dashboard"({ site, session, body }) {
      const account = await holderOf(policyAdmin, session, body.policyNumber)
      const today = clock.today()
      const active = account.products.filter((policy) => policy.active)
      const due = active.filter(({ billing }) => isDue(dueStatusOf(billing, today)))
      return {
        activeProducts: active.map((policy) => productOf(policy, today)),
        paymentsDue: due.map((policy) => productOf(policy, today)),
        hasEAPlusProduct: yesNo(active.some((policy) => policy.productFamily === eaPlusFamily)),
        clientName: site.clientName,
        messages: [],
      }
    },
  }

  return { handlers }
}
