import type { dashboard } from "#contracts/products/dashboard.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { type FindProductNotices, withoutRecorded } from "../product-presenter.ts"
import { sessionAccount, sessionProducts } from "../session-account.ts"
import { availabilityOf, dashboardOf } from "./dashboard-presenter.ts"

/** The products and payments due of a customer, read from the account system. */
export function createDashboard(
  { policyAdmin, brands, localize }: Deps,
  noticesOf: FindProductNotices,
) {
  const handlers: Handlers<typeof dashboard> = {
    async "POST /myaccount-core/availability"({ site }) {
      if (await policyAdmin.available()) return availabilityOf([])
      const time = await brands.plannedEndTextOf(site.client)
      const away = [await localize(site.client, "accountSystem.away")]
      if (time) away.push(await localize(site.client, "accountSystem.planned", { time }))
      return availabilityOf(away)
    },

    async "POST /myaccount-core/dashboard"({ site, session, body }) {
      const account = await sessionProducts(policyAdmin, session, body.policyNumber)
      const active = account.products.filter((policy) => policy.active)
      const held = active.length === 0 ? await sessionAccount(policyAdmin, session, "") : account
      const today = await brands.todayOf(session.client)
      const notices = await noticesOf(session, active, today)
      const hasOnlyInactive = active.length === 0 && held.products.length > 0
      const shown = { active: withoutRecorded(active, notices), hasOnlyInactive }
      return dashboardOf(shown, site.clientName, today, notices)
    },
  }

  return { handlers }
}
