import { ApiError } from "#contracts/messages.ts"
import type { products } from "#contracts/products/products.ts"
import type { Deps } from "#services/deps.ts"
import type { Handlers } from "../call-request.ts"
import { createDashboard } from "./dashboard/dashboard.ts"
import { createDocuments } from "./documents/documents.ts"
import {
  activeProductOf,
  type FindCoverage,
  inactiveProductOf,
  productDetailsOf,
} from "./held-products-presenter.ts"
import { type FindProductNotices, withoutRecorded } from "./product-presenter.ts"
import { sessionAccount } from "./session-account.ts"
import { mostUrgentFirst } from "./urgency.ts"

/** The products of customers: their coverage, debt and documents. */
export function createProducts(
  deps: Deps,
  noticesOf: FindProductNotices,
  coverageOf: FindCoverage,
) {
  return {
    handlers: {
      ...createDashboard(deps, noticesOf).handlers,
      ...createHeldProducts(deps, noticesOf, coverageOf).handlers,
      ...createDocuments(deps).handlers,
    },
  }
}

/** The products that a customer has now or had before. */
function createHeldProducts(
  { policyAdmin, brands }: Deps,
  noticesOf: FindProductNotices,
  coverageOf: FindCoverage,
) {
  const handlers: Handlers<typeof products> = {
    async "POST /myaccount-core/productSummary"({ session, body }) {
      const { products: held } = await sessionAccount(policyAdmin, session, body.policyNumber)
      const today = await brands.todayOf(session.client)
      const active = held.filter((policy) => policy.active)
      const notices = await noticesOf(session, active, today, held)
      const inactive = withoutRecorded(
        held.filter((policy) => !policy.active),
        notices,
      )
      const shown = withoutRecorded(active, notices)
      return {
        activeProducts: mostUrgentFirst(shown, today, notices).map((policy) =>
          activeProductOf(policy, today, notices.get(policy.policyNumber)?.state),
        ),
        inactiveProducts: inactive.map((policy) => inactiveProductOf(policy, today)),
        messages: [],
      }
    },

    async "POST /myaccount-core/productDetails"({ session, body }) {
      const { client, accountNumber } = session
      const detail = await policyAdmin.policy(client, accountNumber, body.policyNumber)
      if (!detail) throw new ApiError("product.gone")
      const { policy } = detail
      const today = await brands.todayOf(client)
      const coverage = await coverageOf(session, detail, today)
      // The details of an active product do not show an amount.
      if (policy.active) return productDetailsOf(detail, coverage)
      const [shown = policy] = withoutRecorded(
        [policy],
        await noticesOf(session, [], today, [policy]),
      )
      return productDetailsOf({ ...detail, policy: shown }, coverage)
    },
  }

  return { handlers }
}
