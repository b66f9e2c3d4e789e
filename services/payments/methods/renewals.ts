import { ApiError } from "#contracts/messages.ts"
import { renewedDebitText } from "#contracts/payments/payment-method-rules.ts"
import { later } from "#platform/time.ts"
import { GatewayAway, GatewaySilent } from "#ports/payment-gateway/port.ts"
import { auditedBy } from "#services/audit/audit.ts"
import type { CustomerSession, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { depositsText, methodHeader } from "./payment-method-presenter.ts"
import {
  endRequest,
  findOpenMethodChange,
  insertRequest,
  type MethodRequest,
} from "./payment-method-requests.store.ts"
import type { SavingOutcome } from "./payment-method-saving.ts"
import { findMethod, holdUnauthorized, type PaymentMethodRow } from "./payment-methods.store.ts"

/** Minutes after which another process continues a renewal. */
const leftAloneMinutes = 2

/** The customer's agreement to a payment or to auto pay. */
export interface Agreement {
  site: Pick<Site, "origin">
  session: CustomerSession
  ip: string
  userAgent: string
}

export type Renewals = ReturnType<typeof createRenewals>

/** Renews the authorizations of saved bank accounts when their customers agree again. */
export function createRenewals(
  { database, clock, brands }: Deps,
  carryOut: (request: MethodRequest) => Promise<SavingOutcome>,
) {
  /**
   * Has the gateway store the customer's new authorization if the earlier one has ended. Call it
   * after the customer's agreement was checked, and before anything depends on it. Repeated and
   * simultaneous calls renew once. `what`: the kind of messages.
   *
   * Errors: `methodToVerify`, `notAuthorized`, and that the gateway did not answer, all without any
   * other change; `AccountSystemAway`.
   */
  return async function renew(
    agreement: Agreement,
    recordId: string,
    what: "payment" | "autoPay",
  ): Promise<void> {
    const { client, accountNumber } = agreement.session
    const method = await findMethod(database, client, accountNumber, recordId)
    if (!method?.authorizationGone) return
    const request = await requestFor(agreement, method)
    if (!request) return
    const outcome = await carryOut(request).catch(async (error: unknown) => {
      // The gateway was not reached, so the job must not continue what the customer may give up.
      if (error instanceof GatewayAway) {
        await endRequest(database, client, request.id, "open", "refused")
      } else if (!(error instanceof GatewaySilent)) throw error
      throw new ApiError(what === "payment" ? "payment.canceled.away" : "autoPay.gatewayAway")
    })
    const values = { method: methodHeader(method) }
    if (outcome !== "done") throw new ApiError(`${what}.notAuthorized`, values)
    const renewed = await findMethod(database, client, accountNumber, recordId)
    if (!renewed || renewed.verifyAt === "") return
    const deposits = depositsText(renewed.deposits)
    throw new ApiError(`${what}.methodToVerify`, { ...values, deposits })
  }

  /** The open renewal of the method, or a new one; undefined if it was renewed in the meantime. */
  async function requestFor(
    { site, session, ip, userAgent }: Agreement,
    method: PaymentMethodRow,
  ): Promise<MethodRequest | undefined> {
    const { client, accountNumber, recordId } = method
    const [name, phoneNumber] = [await brands.nameOf(client), await brands.phoneNumberOf(client)]
    const text = renewedDebitText(methodHeader(method), name, phoneNumber)
    const now = clock.now()
    const content = {
      kind: "renew",
      text,
      at: now.toISOString(),
      ...(session.staffUserid === null && { page: { ip, userAgent } }),
      by: auditedBy(session, ip),
      siteAddress: site.origin,
    } as const
    const nextTryAt = later(now, { minutes: leftAloneMinutes })
    return await database.transaction(async (tx) => {
      if (!(await holdUnauthorized(tx, client, accountNumber, recordId))) return undefined
      const request = { client, accountNumber, recordId, content, now, nextTryAt }
      const added = await insertRequest(tx, request)
      return added ?? (await findOpenMethodChange(tx, client, recordId, "renew"))
    })
  }
}
