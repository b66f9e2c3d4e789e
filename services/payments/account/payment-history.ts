import { ApiError } from "#contracts/messages.ts"
import type { paymentHistory } from "#contracts/payments/payment-history.ts"
import { createPdf } from "#platform/pdf/pdf.ts"
import { dateOnScreen } from "#platform/text/dates.ts"
import type { CustomerSession, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkHeld, sessionAccount } from "#services/products/session-account.ts"
import { createStaffOpens } from "#services/staff/customers/opened-documents.ts"
import { pastCreditOf } from "../adjustments/correction-presenter.ts"
import type { Corrections } from "../adjustments/corrections.ts"
import type { AutoPayFailures } from "../auto-pay/auto-pay-failures.ts"
import type { FailedChargeStatus } from "../auto-pay/failed-charge-status.ts"
import { findSkips } from "../auto-pay/skips.store.ts"
import { currentDateOf } from "../methods/payment-method-presenter.ts"
import { findAuthorization } from "../paying/authorizations.store.ts"
import { coverageAfter, endInWords } from "../paying/coverage-presenter.ts"
import type { PaymentProcessing } from "../paying/payment-processing.ts"
import { findPaymentEvents, type Payment } from "../paying/payments.store.ts"
import { paidAt } from "../paying/receipt-texts-presenter.ts"
import type { PaymentState } from "../paying/state-machine.ts"
import { explanationOf } from "./payment-explanation-presenter.ts"
import { pastPaymentOf, skippedChargeOf } from "./payment-history-presenter.ts"
import { receiptBlocks } from "./receipt-presenter.ts"

/** Lists the payments of a customer with their timelines, and makes receipts. */
export function createPaymentHistory(
  deps: Deps,
  payments: PaymentProcessing,
  failures: AutoPayFailures,
  corrections: Corrections,
) {
  const { database, policyAdmin, localize, brands, brandOf, log } = deps
  const staffOpens = createStaffOpens(deps)

  /** The failed-charge statuses for these payments, by policy number. */
  async function failedChargeStatusesOf(
    session: CustomerSession,
    made: readonly { payment: Payment }[],
    today: Temporal.PlainDate,
  ): Promise<Map<string, FailedChargeStatus>> {
    if (!made.some(({ payment }) => isFailed(payment.status))) return new Map()
    const { products } = await sessionAccount(policyAdmin, session, "")
    return await failures.failedChargeStatusesOf(session, products, today)
  }

  /** The due dates that an authorized payment covers, in words; "" for an auto pay charge. */
  async function agreedDueDates({ client, accountNumber, authorizationId, origin }: Payment) {
    if (authorizationId === null || origin !== "payNow") return ""
    const agreed = await findAuthorization(database, client, accountNumber, authorizationId)
    return agreed?.authorised.dueDates ?? ""
  }

  async function coverageNow(payment: Payment) {
    const today = await brands.todayOf(payment.client)
    const until = endInWords(await coverageAfter(deps, payment, today))
    return until === "" ? undefined : { until, today: currentDateOf(today) }
  }

  const handlers: Handlers<typeof paymentHistory> = {
    async "POST /myaccount-core/paymentHistory"({ session, body }) {
      const { client, accountNumber } = session
      const [, made, skips, credits] = await Promise.all([
        checkHeld(policyAdmin, session, body.policyNumber),
        payments.history(client, accountNumber),
        findSkips(database, client, accountNumber),
        corrections.of(client, accountNumber),
      ])
      const timeZone = await brands.timeZoneOf(session.client)
      const clientName = await brands.nameOf(session.client)
      const today = await brands.todayOf(session.client)
      const stories = await failedChargeStatusesOf(session, made, today)
      const dateText = dateOnScreen(today)
      const isForStaff = session.staffUserid !== null
      return {
        payments: await Promise.all(
          made.map(async ({ payment, events }) => {
            const story = stories.get(payment.policyNumber)
            const explanation = await explanationOf(
              localize,
              payment,
              events,
              timeZone,
              dateText,
              story,
            )
            const shown = { explanation, clientName, timeZone, isForStaff }
            return pastPaymentOf(payment, events, shown)
          }),
        ),
        skippedCharges: skips.map((skip) => skippedChargeOf(skip, timeZone)),
        credits: credits
          .filter(({ status }) => status === "posted")
          .map((credit) => pastCreditOf(credit, timeZone, dateText)),
        messages: [],
      }
    },

    async "GET /myaccount-core/receipts/{confirmationNumber}"({ site, session, params, ip }) {
      const { client, accountNumber } = session
      const [payment] = await payments.byConfirmationNumber([client], params.confirmationNumber)
      if (payment?.accountNumber !== accountNumber) throw new ApiError("request.notFound")
      const person = await policyAdmin.person(client, accountNumber)
      if (!person) throw new ApiError("request.notFound")
      const brand = await brandOf(client, site.origin)
      const events = await findPaymentEvents(database, client, [payment.id])
      const about = {
        policy: await policyAdmin.product(client, accountNumber, payment.policyNumber),
        dueDates: await agreedDueDates(payment),
        coverage: await coverageNow(payment),
      }
      const receipt = await createPdf({
        brand,
        title: "Payment receipt",
        subject: `Confirmation number ${payment.confirmationNumber}`,
        date: paidAt(payment),
        log,
        blocks: await receiptBlocks(localize, payment, events, person, brand, about),
      })
      await staffOpens(session, ip, `the receipt ${payment.confirmationNumber}`)
      return { document: receipt.toString("base64"), messages: [] }
    },
  }

  return { handlers }
}

/** Whether a failed-charge status can describe this payment state. */
function isFailed(status: PaymentState): boolean {
  return status === "declined" || status === "returned" || status === "disputeLost"
}
