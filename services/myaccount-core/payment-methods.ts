import type { PaymentMethod, paymentMethods } from "#contracts/myaccount-core/payment-methods.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#ports/clock.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { CustomerSession, Handlers } from "#services/request.ts"
import { institutionOf, isExpired, methodHeader, paymentMethodOf } from "./payment-method-words.ts"
import { findMethod, findMethods } from "./payment-methods.store.ts"
import type { ChargeableMethod } from "./payments.ts"

interface Needs {
  database: Database
  clock: Clock
  policyAdmin: PolicyAdmin
}

/** The cards and bank accounts that a person has saved. */
export function createPaymentMethods({ database, clock, policyAdmin }: Needs) {
  const handlers: Handlers<typeof paymentMethods> = {
    async "POST /myaccount-core/paymentMethods"({ session, body }) {
      const notRemembered = body.addPaymentMethodFrom === "paynow"
      return { paymentMethods: await listFor(session, notRemembered), messages: [] }
    },
  }

  async function listFor(
    session: CustomerSession,
    notRemembered: boolean,
  ): Promise<PaymentMethod[]> {
    const { client, accountNumber } = session
    const [methods, account] = await Promise.all([
      findMethods(database, client, accountNumber, { notRemembered }),
      policyAdmin.account(client, accountNumber),
    ])
    const today = clock.today()
    const blocked = session.agentUserid === null ? "" : staffText
    return methods.map((method) => {
      const onAutoPay = (account?.products ?? [])
        .filter(
          ({ active, billing }) => active && billing.paymentMethodRecordId === method.recordId,
        )
        .map(({ productDesc }) => productDesc)
      return paymentMethodOf(method, { today, blocked, onAutoPay })
    })
  }

  return { handlers }
}

const staffText = "Only the customer can change payment methods."

/**
 * The method that a payment of this person is to be charged to; nothing when it is another's or
 * was deleted. `isExpired` is by `today`.
 */
export async function findChargeable(
  queries: Queries,
  { client, accountNumber }: Pick<CustomerSession, "client" | "accountNumber">,
  recordId: string,
  today: Temporal.PlainDate,
): Promise<(ChargeableMethod & { isExpired: boolean; institution: string }) | undefined> {
  const method = await findMethod(queries, client, accountNumber, recordId)
  if (!method) return undefined
  return {
    paymentRecordId: method.recordId,
    gateway: method.gateway,
    reference: method.gatewayReference,
    kind: method.kind,
    label: methodHeader(method),
    lastFour: method.lastFour,
    institution: institutionOf(method),
    isExpired: isExpired(method, today),
  }
}
