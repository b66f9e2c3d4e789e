import { ApiError } from "#contracts/messages.ts"
import type { staffLedger } from "#contracts/staff/ledger.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { ledgerOf } from "#services/payments/reconciliation/ledger.ts"
import {
  paymentPage,
  placeOf,
  placeText,
} from "#services/payments/reconciliation/payment-list-csv.ts"
import { findServedClients } from "../accounts/staff.store.ts"
import { ledgerReply } from "./ledger-presenter.ts"

const mostDays = 366

/** The ledgers of the clients that a staff member serves. */
export function createStaffLedger(deps: Deps) {
  const { database, brands } = deps
  const handlers: Handlers<typeof staffLedger> = {
    async "GET /myaccount-core/agent/ledger/clients"({ session }) {
      const served = await findServedClients(database, session.staffUserid)
      const all = await brands.customerClients()
      const named = all
        .filter((client) => served.includes(client))
        .map(async (client) => ({
          client,
          clientName: await brands.nameOf(client),
          today: (await brands.todayOf(client)).toString(),
        }))
      const clients = await Promise.all(named)
      clients.sort((one, other) => one.clientName.localeCompare(other.clientName))
      return { clients, messages: [] }
    },
    async "GET /myaccount-core/agent/ledger"({ session, query: { client, from, to } }) {
      await refuseOther(session.staffUserid, { client, from, to })
      const ledger = await ledgerOf(deps, { client, from, to, isForOperator: false })
      return ledgerReply(ledger, await brands.nameOf(client))
    },
    async "GET /myaccount-core/agent/ledger/payments"({ session, query: { after, ...asked } }) {
      await refuseOther(session.staffUserid, asked)
      const place = after === undefined ? undefined : placeOf(after)
      const { csv, last } = await paymentPage(deps, asked, place)
      return { csv, next: last ? placeText(last) : "", messages: [] }
    },
  }

  /**
   * Errors: `request.notFound` for a client that this staff member does not serve; `ledger.period`.
   */
  async function refuseOther(
    staffUserid: string,
    { client, from, to }: { client: string; from: string; to: string },
  ): Promise<void> {
    const served = await findServedClients(database, staffUserid)
    const all = await brands.customerClients()
    if (!(served.includes(client) && all.includes(client))) {
      throw new ApiError("request.notFound")
    }
    const days = Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days
    if (days < 0 || days >= mostDays) throw new ApiError("ledger.period")
  }

  return { handlers }
}
