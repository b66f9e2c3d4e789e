import type { staffStatus } from "#contracts/staff/status.ts"
import { earlier } from "#platform/time.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { StatusOf } from "#services/payments/status/payment-status.ts"
import { findServedClients } from "../accounts/staff.store.ts"
import { statusFacts, statusItems } from "./status-presenter.ts"
import { thresholds } from "./thresholds.ts"
import type { Watched } from "./watched.ts"

/** Tells staff, whom customers ask, which parts work and which do not. */
export function createStaffStatus(
  { database, brands, clock }: Deps,
  { statusOf }: { statusOf: StatusOf },
  watched: Watched,
) {
  const handlers: Handlers<typeof staffStatus> = {
    async "GET /myaccount-core/agent/status"({ session }) {
      const now = clock.now()
      const all = await brands.customerClients()
      const allowed = await findServedClients(database, session.staffUserid)
      const served = all.filter((client) => allowed.includes(client))
      const known = {
        now,
        ...(await statusOf(served, {
          late: earlier(now, { seconds: thresholds.paymentSeconds }),
          recent: earlier(now, { minutes: thresholds.declinesMinutes }),
        })),
        mail: await watched.mail(),
        services: await watched.services(),
        signs: watched.signs(),
        servesAll: served.length === all.length,
      }
      const { billing, ...facts } = statusFacts(known)
      const late = await Promise.all(billing.late.map(brands.nameOf))
      return {
        asOf: now.toISOString(),
        items: statusItems(known),
        facts: { ...facts, billing: { ...billing, late } },
        messages: [],
      }
    },
  }
  return { handlers }
}
