import type { staffStatus } from "#contracts/staff/status.ts"
import { earlier } from "#platform/time.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { StatusOf } from "#services/payments/account/payment-status.ts"
import { findServedClients } from "../accounts/staff.store.ts"
import { statusFacts, statusItems } from "./status-presenter.ts"
import { thresholds } from "./thresholds.ts"
import type { Watched } from "./watched.ts"

/** The status page for staff, who get customers' questions: which parts of the portal work. */
export function createStaffStatus(
  { database, brands, clock, localize }: Deps,
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
        planned: await plannedAt(served),
        facts: { ...facts, billing: { ...billing, late } },
        messages: [],
      }
    },
  }

  /** The sentences about planned work. Clients with the same sentence share it. */
  async function plannedAt(clients: readonly string[]): Promise<string[]> {
    const names = new Map<string, string[]>()
    for (const client of clients) {
      const time = await brands.plannedEndTextOf(client)
      if (!time) continue
      const { content } = await localize(client, "accountSystem.planned", { time })
      names.getOrInsertComputed(content.join(" "), () => []).push(await brands.nameOf(client))
    }
    return [...names].map(([sentence, of]) => `${of.join(", ")}: ${sentence}`)
  }

  return { handlers }
}
