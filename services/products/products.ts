import type { Deps } from "#services/deps.ts"
import { createDashboard } from "./dashboard/dashboard.ts"
import { createDocuments } from "./documents/documents.ts"
import { createHeldProducts } from "./held-products.ts"

/** The products of customers: what they hold and owe, and their documents. */
export function createProducts(deps: Deps) {
  return {
    handlers: {
      ...createDashboard(deps).handlers,
      ...createHeldProducts(deps).handlers,
      ...createDocuments(deps).handlers,
    },
  }
}
