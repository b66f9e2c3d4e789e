import type { dashboard } from "#contracts/products/dashboard.ts"
import type { Clock } from "#platform/clock.ts"
import type { Localize } from "#platform/localize.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Handlers } from "#services/call-request.ts"
import { holderOf } from "../holder.ts"
import { productOf } from "../product.ts"

/** The product family whose holders get the member note. */
const eaPlusFamily = "EAPLUS"

/** What a customer holds and owes, as the account system says at this moment. */
export function createDashboard({
  policyAdmin,
  clock,
  localize,
}: {
  policyAdmin: PolicyAdmin
  clock: Clock
  localize: Localize
}) {
  const handlers: Handlers<typeof dashboard> = {
    async "POST /myaccount-core/availability"({ site }) {
      if (await policyAdmin.available()) return { insproAvailableInd: "Y", messages: [] }
      const away = await localize(site.client, "accountSystem.away")
      return { insproAvailableInd: "N", messages: [away] }
    },

    async "POST /myaccount-core/dashboard"({ site, session, body }) {
      const account = await holderOf(policyAdmin, session, body.policyNumber)
      const active = account.products.filter((policy) => policy.active)
      const activeProducts = active.map((policy) => productOf(policy, clock.today()))
      return {
        activeProducts,
        paymentsDue: activeProducts.filter(isDue),
        hasEAPlusProduct: active.some((p) => p.productFamily === eaPlusFamily) ? "Y" : "N",
        clientName: site.clientName,
        messages: [],
      }
    },
  }

  return { handlers }
}

function isDue({ paymentStatusDisplayStyle: style }: { paymentStatusDisplayStyle: string }) {
  return style === "pastdue" || style === "duenow"
}
