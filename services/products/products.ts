import type { Deps } from "#services/deps.ts"
import { createDashboard } from "./dashboard/dashboard.ts"
import { createDocuments } from "./documents/documents.ts"
import { createHeldProducts } from "./held-products.ts"
import type { AutoPayNotices } from "./product-presenter.ts"

/** The products of customers: what they hold and owe, and their documents. */
export function createProducts(deps: Deps, noticesOf: AutoPayNotices) {
  return {
    handlers: {
      ...createDashboard(deps, noticesOf).handlers,
      ...createHeldProducts(deps, noticesOf).handlers,
      ...createDocuments(deps).handlers,
    },
  }
}
