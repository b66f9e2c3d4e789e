import type { comingPayments } from "#contracts/payments/coming-payments.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { pastDueBills, unpaidOf } from "#services/products/due-status.ts"
import {
  type FindProductNotices,
  payableOf,
  withoutRecorded,
} from "#services/products/product-presenter.ts"
import { sessionProducts } from "#services/products/session-account.ts"
import { chargeFactsOf } from "../auto-pay/charge-facts.ts"
import { nextChargeOf } from "../auto-pay/next-charge.ts"
import { calendarOf } from "./coming-calendar-presenter.ts"
import { comingReplyOf } from "./coming-payments-presenter.ts"
import { type ComingOfProduct, comingOf } from "./product-payments.ts"

/** The bills and charges that a customer can expect. */
export function createComingPayments(deps: Deps, noticesOf: FindProductNotices) {
  const { policyAdmin, brands, clock } = deps

  async function comingTo(
    session: { client: string; accountNumber: string },
    policyNumber: string,
  ): Promise<{ today: Temporal.PlainDate; coming: ComingOfProduct[] }> {
    const { products } = await sessionProducts(policyAdmin, session, policyNumber)
    const today = await brands.todayOf(session.client)
    const active = products.filter((policy) => policy.active)
    const notices = await noticesOf(session, active, today)
    const facts = chargeFactsOf(deps, session, active, today)
    return { today, coming: await Promise.all(active.map(ofProduct)) }

    async function ofProduct(policy: Policy): Promise<ComingOfProduct> {
      const { client, accountNumber } = session
      const question = { today: today.toString(), until: lastDay(today).toString() }
      const isDirect = policy.billing.kind === "direct"
      const [known, forecast] = await Promise.all([
        isDirect
          ? policyAdmin.comingBills(client, accountNumber, policy.policyNumber, question)
          : { bills: [], isComplete: false },
        isDirect && policy.billing.paymentMethodRecordId !== null
          ? nextChargeOf(deps, session, policy, today, facts)
          : undefined,
      ])
      const { state, recorded, left } = notices.get(policy.policyNumber) ?? {}
      const late = withoutRecorded([policy], notices).flatMap(({ billing }) =>
        pastDueBills(billing, today, state).map(({ dueDate }) => dueDate),
      )
      const { bills } = known
      const unpaid = recorded
        ? { ...known, bills: unpaidOf(bills, payableOf(bills, recorded)) }
        : known
      const planned = state === "expired" ? undefined : forecast
      return comingOf(policy, unpaid, planned, { ...question, late, left })
    }
  }

  const handlers: Handlers<typeof comingPayments> = {
    async "POST /myaccount-core/comingPayments"({ session, body }) {
      const { today, coming } = await comingTo(session, body.policyNumber)
      return comingReplyOf(coming, lastDay(today))
    },

    async "POST /myaccount-core/comingPayments/calendar"({ session, body }) {
      const { today, coming } = await comingTo(session, body.policyNumber)
      const { client } = session
      const brand = {
        clientName: await brands.nameOf(client),
        siteAddress: await brands.siteAddressOf(client),
      }
      return { calendar: calendarOf(brand, session, coming, today, clock.now()), messages: [] }
    },
  }

  return { handlers }
}

/** The last listed day. Twelve months, so a monthly bill appears twelve times. */
function lastDay(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.add({ months: 12 }).subtract({ days: 1 })
}
