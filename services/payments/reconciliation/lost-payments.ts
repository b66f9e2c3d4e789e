import { later } from "#platform/time.ts"
import type { MadeCharge, PaymentGateway } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { type MemoFacts, readMemo } from "../paying/payment-memo.ts"
import { auditedPayment } from "../paying/payment-presenter.ts"
import type { PaymentProcessing } from "../paying/payment-processing.ts"
import { findUndecidedPayment, insertPayment, type NewPayment } from "../paying/payments.store.ts"
import { findStoredSoFar, lockProduct } from "../paying/product-lock.store.ts"
import { claimSeconds } from "../paying/state-changes.ts"
import { findPaymentOfKey } from "../paying/unmatched-reports.store.ts"
import { hasUsed, markLostCharge } from "./lost-payments.store.ts"

/** Result of the recovery. Amounts are cents. */
export interface LostPayments {
  /** Charges for which we have a payment. */
  known: number
  /** Charges that are now recorded, and their sum without declined ones. */
  recorded: number
  amount: number
  /** Charges that the operator must check, with the reason. */
  left: { reference: string; amount: number; why: string }[]
}

type ChargeOfAccount = MadeCharge & { gateway: PaymentGateway }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Records the payments that are missing in a restored database, from the charges that the gateway
 * made since the backup. It charges nothing, and may be repeated.
 */
export function createLostPayments(
  deps: Deps,
  processing: Pick<PaymentProcessing, "apply" | "find">,
) {
  const { database, clock, gateways, policyAdmin, brands, audit } = deps

  /** Errors: `GatewayAway`, `GatewaySilent`, `AccountSystemAway`. Completed work stays done. */
  async function record(from: Date): Promise<LostPayments> {
    await issueBills()
    const period = { from, until: later(clock.now(), { minutes: 5 }) }
    const listed = gateways.all.map(async (gateway) => {
      const charges = await Array.fromAsync(gateway.charges(period))
      return charges.map((charge) => ({ ...charge, gateway }))
    })
    const charges = (await Promise.all(listed)).flat()
    const found: LostPayments = { known: 0, recorded: 0, amount: 0, left: [] }
    // In their original order: a product has one open payment at a time.
    charges.sort((one, other) => one.madeAt.getTime() - other.madeAt.getTime())
    for (const charge of charges) {
      if (
        uuid.test(charge.key) &&
        (await findPaymentOfKey(database, charge.gateway.name, charge.key))
      ) {
        found.known += 1
        continue
      }
      const why = await recordOne(charge)
      if (why !== undefined) {
        const { reference, amount } = charge
        found.left.push({ reference, amount, why })
        continue
      }
      found.recorded += 1
      if (charge.status !== "declined") found.amount += charge.amount
    }
    return found
  }

  /** Issues bills again: some charges were for bills that were issued after the backup. */
  async function issueBills(): Promise<void> {
    for (const client of await brands.customerClients()) {
      await policyAdmin.billing.issueBills?.(client, (await brands.todayOf(client)).toString())
    }
  }

  /** Returns the reason if a charge cannot be recorded. */
  async function recordOne(charge: ChargeOfAccount): Promise<string | undefined> {
    const facts = uuid.test(charge.key) ? readMemo(charge.memo) : undefined
    if (!facts) return "it was not charged by My Account, or by a version without memos"
    const { client, accountNumber, policyNumber } = facts
    if (!(await brands.customerClients()).includes(client)) return `there is no client ${client}`
    if (!(await isAccountOf(client, charge.gateway.name))) {
      return `${client} has no payments by ${charge.gateway.name}`
    }
    const account = await policyAdmin.account(client, accountNumber)
    const policy = account?.products.find((product) => product.policyNumber === policyNumber)
    if (!policy) return "the account system does not have its product"
    const payment: Omit<NewPayment, "number"> = {
      ...facts,
      id: charge.key,
      amount: charge.amount,
      dueDate: policy.billing.dueDate,
      productDesc: policy.productDesc,
      gateway: charge.gateway.name,
      methodReference: charge.method,
      siteAddress: await brands.siteAddressOf(client),
      staffUserid: null,
      submittedAt: charge.madeAt,
      pays: null,
      coveredUntil: null,
      graceUntil: null,
    }
    if (!(await insert(payment)) && !((await settleOpen(facts)) && (await insert(payment)))) {
      return "another payment of its product is open"
    }
    const recorded = await processing.find({ client, id: charge.key })
    if (recorded) await processing.apply(recorded, charge)
    return undefined
  }

  /** Whether this is, or was, the client's account: a memo in another account proves nothing. */
  async function isAccountOf(client: string, gateway: string): Promise<boolean> {
    return gateway === (await gateways.nameOf(client)) || (await hasUsed(database, client, gateway))
  }

  async function insert(payment: Omit<NewPayment, "number">): Promise<boolean> {
    const { client, accountNumber, policyNumber, origin, methodLabel, id } = payment
    return await database.transaction(async (tx) => {
      await lockProduct(tx, client, policyNumber)
      const number = (await findStoredSoFar(tx, payment)).payments + 1
      const claimedUntil = later(clock.now(), { seconds: claimSeconds })
      if (!(await insertPayment(tx, { ...payment, number }, claimedUntil))) return false
      if (origin === "autoPay") await markLostCharge(tx, payment, id)
      await audit.record(tx, {
        client,
        accountNumber,
        action: "payment.submit",
        actor: { kind: "system" },
        subjectUserid: null,
        ip: null,
        after: auditedPayment(payment, { method: methodLabel, origin }),
      })
      return true
    })
  }

  /** Resolves the product's payment that was open at the backup with the gateway's result. */
  async function settleOpen({ client, policyNumber }: MemoFacts): Promise<boolean> {
    const open = await findUndecidedPayment(database, client, policyNumber)
    if (!open) return false
    const { id: key, methodReference: reference } = open
    const gateway = gateways.named(open.gateway)
    const charge = await gateway.find({ key, reference }).catch(() => undefined)
    if (!charge) return false
    await processing.apply(open, charge)
    return true
  }

  return { record }
}
