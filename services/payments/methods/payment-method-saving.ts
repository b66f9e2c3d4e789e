import { authenticatedPath } from "#contracts/payments/authentication-rules.ts"
import { noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { Queries } from "#database/sql.ts"
import { instantOf } from "#platform/time.ts"
import {
  AuthenticationNeeded,
  type KeptMethod,
  type MethodChange,
  MethodGone,
  type NewMethod,
  type PaymentGateway,
  type RefusalReason,
  TokenRefused,
} from "#ports/payment-gateway/port.ts"
import type { Account, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { type AgreedDebit, createMethodEmails } from "./payment-method-emails.ts"
import { auditedMethod } from "./payment-method-presenter.ts"
import {
  endRequest,
  findStatus,
  type MethodRequest,
  type RequestContent,
} from "./payment-method-requests.store.ts"
import {
  findByReference,
  findMethod,
  insertMethod,
  markAuthorized,
  type PaymentMethodRow,
  writeMethod,
} from "./payment-methods.store.ts"

type ContentOf<Kind> = Extract<RequestContent, { kind: Kind }>

/**
 * Carries out the rows of `payment_method_request`. It calls the gateway outside of a transaction,
 * with the request's idempotency key. One transaction then ends the request and writes the change,
 * its audit entry and its email. Therefore a repeated or concurrent run has no further effect.
 */
export function createMethodSaving(deps: Deps) {
  const { database, clock, policyAdmin, brands, gateways, audit, wakeEmail } = deps
  const emails = createMethodEmails(deps)

  /**
   * Carries out the remaining steps of the request. Returns `refused` if the gateway rejects it.
   *
   * Errors: `AuthenticationNeeded` while the customer must confirm a card with their bank;
   * `GatewayAway`, `GatewaySilent`, `AccountSystemAway`. The request stays unchanged.
   */
  async function carryOut(request: MethodRequest): Promise<SavingOutcome> {
    const { content, status } = request
    if (content === null) return status === "done" ? "done" : "refused"
    switch (content.kind) {
      case "add":
        return status === "undoing" ? await undo(request, content) : await add(request, content)
      case "change":
        return await change(request, content)
      case "renew":
        return await renew(request, content)
      case "delete":
        return await forget(request, content)
    }
  }

  async function add(request: MethodRequest, content: ContentOf<"add">): Promise<SavingOutcome> {
    const gateway = gatewayOf(content)
    const kept = await keep(request, content)
    if (typeof kept === "string" || !isAsEntered(kept, content)) {
      if (typeof kept !== "string") await gateway.forget(kept.reference)
      const outcome = await refuse(request)
      return outcome === "refused" && kept === "not_authenticated" ? "not-authenticated" : outcome
    }
    const { reference, verifyAt, routingNumber, ...described } = kept
    const { client, accountNumber, recordId } = request
    const { entry, bankType, remembered } = content
    const owned = { client, accountNumber, recordId, bankType, remembered }
    const place = { gateway: gateway.name, gatewayReference: reference, verifyAt }
    const method: PaymentMethodRow = { ...described, ...entry, ...owned, ...place }
    // A card for one payment needs no email: the email about the payment is enough.
    const isTold = remembered || method.kind === "bank"
    const owner = { client, accountNumber, siteAddress: content.siteAddress }
    const debit = content.accepted && agreedDebit(content.accepted, routingNumber)
    const mail = isTold ? await emails.added(owner, method, debit ?? null) : null
    const outcome = await end(request, async (tx) => {
      if (!(await insertMethod(tx, method, clock.now()))) throw new Error("The record id is taken.")
      const { accepted } = content
      const after = { ...auditedMethod(method), ...(accepted && { agreedTo: accepted.text }) }
      const action = "paymentMethod.add"
      await audit.record(tx, { client, accountNumber, action, ...content.by, after })
      await mail?.add(tx)
    })
    return outcome === "done" && verifyAt !== "" ? "to-verify" : outcome
  }

  async function undo(request: MethodRequest, content: ContentOf<"add">): Promise<SavingOutcome> {
    const kept = await keep(request, content).catch((error: unknown) => {
      if (error instanceof AuthenticationNeeded) return error
      throw error
    })
    if (typeof kept !== "string") await gatewayOf(content).forget(kept.reference)
    return await refuse(request)
  }

  /** The gateway of the page's token. The earlier release had a single one, and did not name it. */
  function gatewayOf({ gateway }: ContentOf<"add">): PaymentGateway {
    return gateway === undefined ? gateways.installation : gateways.named(gateway)
  }

  /** The method that the gateway stored for the token, or the reason why it rejected the token. */
  async function keep(
    { id: key, client, accountNumber }: MethodRequest,
    content: ContentOf<"add">,
  ): Promise<NewMethod | RefusalReason> {
    const { token, accepted, siteAddress } = content
    try {
      return await gatewayOf(content).keep(token, key, {
        client,
        accountNumber,
        ...(accepted && { acceptance: { ...accepted, at: instantOf(accepted.at) } }),
        returnAddress: `${siteAddress}${authenticatedPath}`,
      })
    } catch (error) {
      if (error instanceof TokenRefused) return error.reason
      throw error
    }
  }

  async function change(
    request: MethodRequest,
    content: ContentOf<"change">,
  ): Promise<SavingOutcome> {
    const { client, accountNumber, recordId } = request
    const before = await findMethod(database, client, accountNumber, recordId)
    const gateway = before && gateways.find(before.gateway)
    if (!gateway) return await refuse(request)
    const { expirationDate, entry } = content
    const wanted: PaymentMethodRow = { ...before, ...entry, expirationDate }
    try {
      await gateway.change(before.gatewayReference, asGatewayChange(wanted), request.id)
    } catch (error) {
      if (error instanceof MethodGone) return await refuse(request)
      throw error
    }
    return await end(request, async (tx) => {
      if (!(await writeMethod(tx, wanted, clock.now()))) return
      await audit.record(tx, {
        client,
        accountNumber,
        action: "paymentMethod.change",
        ...content.by,
        before: auditedMethod(before),
        after: auditedMethod(wanted),
      })
    })
  }

  async function renew(
    request: MethodRequest,
    content: ContentOf<"renew">,
  ): Promise<SavingOutcome> {
    const { id: key, client, accountNumber, recordId } = request
    const before = await findMethod(database, client, accountNumber, recordId)
    // The other accounts of a client that has moved store no new authorization.
    if (!before || before.gateway !== (await gateways.nameOf(client))) return await refuse(request)
    const { text, at, page, by, siteAddress } = content
    const agreedAt = instantOf(at)
    const terms = {
      client,
      accountNumber,
      ...(page && { acceptance: { ...page, at: agreedAt } }),
      returnAddress: `${siteAddress}${authenticatedPath}`,
    }
    let renewed: NewMethod
    try {
      renewed = await gateways.named(before.gateway).renew(before.gatewayReference, key, terms)
    } catch (error) {
      const isRefused = error instanceof TokenRefused || error instanceof MethodGone
      if (isRefused) return await refuse(request)
      throw error
    }
    const { verifyAt, deposits, routingNumber } = renewed
    const method: PaymentMethodRow = { ...before, authorizationGone: false, verifyAt, deposits }
    const owner = { client, accountNumber, siteAddress }
    const mail = await emails.authorized(owner, method, agreedDebit(content, routingNumber))
    return await end(request, async (tx) => {
      if (!(await markAuthorized(tx, method, renewed, clock.now()))) return
      const after = { ...auditedMethod(method), agreedTo: text }
      await audit.record(tx, {
        client,
        accountNumber,
        action: "paymentMethod.change",
        ...by,
        before: auditedMethod(before),
        after,
      })
      await mail.add(tx)
    })
  }

  async function forget(
    request: MethodRequest,
    content: ContentOf<"delete">,
  ): Promise<SavingOutcome> {
    const { client, accountNumber } = request
    await endAutoPay(request)
    // If the settings no longer have the account, its owner removes the method there.
    const gateway = gateways.find(content.gateway)
    if (gateway && !(await isUsedElsewhere(request, content))) {
      await gateway.forget(content.gatewayReference)
    }
    return await end(request, async (tx) => {
      for (const policyNumber of content.policyNumbers) {
        const before = { policyNumber, paymentMethodRecordId: request.recordId }
        const after = { policyNumber, paymentMethodRecordId: noAutoPayRecordId }
        const action = "autoPay.change"
        await audit.record(tx, { client, accountNumber, action, ...content.by, before, after })
      }
    })
  }

  /** Whether another saved method has the same reference and is still in use. */
  async function isUsedElsewhere(
    { client, recordId }: MethodRequest,
    { gateway, gatewayReference }: ContentOf<"delete">,
  ): Promise<boolean> {
    const all = await findByReference(database, gateway, gatewayReference)
    return all.some((one) => one.client !== client || one.recordId !== recordId)
  }

  /** Ends auto pay of every product that used the deleted method. */
  async function endAutoPay({ client, accountNumber, recordId }: MethodRequest): Promise<void> {
    const account = await policyAdmin.account(client, accountNumber)
    for (const policy of paidBy(account, recordId)) {
      const { policyNumber, billing } = policy
      const { frequencyCode } = billing
      const seen = { frequencyCode, paymentMethodRecordId: recordId }
      const wanted = { frequencyCode, paymentMethodRecordId: null, paymentMethodLabel: "" }
      const changedOn = (await brands.todayOf(client)).toString()
      const change = { changedOn, client, accountNumber, policyNumber, seen, wanted }
      if ((await policyAdmin.changeBilling(change)) === "differs") {
        throw new Error("How the product is paid has changed meanwhile.")
      }
    }
  }

  async function refuse(request: MethodRequest): Promise<SavingOutcome> {
    const from = request.status === "undoing" ? "undoing" : "open"
    const isOurs = await endRequest(database, request.client, request.id, from, "refused")
    return isOurs ? "refused" : await outcomeOf(request)
  }

  /** Ends the request with `work`, unless another process has ended it. */
  async function end(
    request: MethodRequest,
    work: (tx: Queries) => Promise<void>,
  ): Promise<SavingOutcome> {
    const isOurs = await database.transaction(async (tx) => {
      if (!(await endRequest(tx, request.client, request.id, "open", "done"))) return false
      await work(tx)
      return true
    })
    wakeEmail()
    return isOurs ? "done" : await outcomeOf(request)
  }

  async function outcomeOf({ client, id }: MethodRequest): Promise<SavingOutcome> {
    return (await findStatus(database, client, id)) === "done" ? "done" : "refused"
  }

  return { carryOut }
}

/**
 * `to-verify`: done, but the person has to verify the account. `not-authenticated`: rejected,
 * because they did not confirm the card with their bank.
 */
export type SavingOutcome = "done" | "to-verify" | "refused" | "not-authenticated"

function agreedDebit(
  { text, at }: { text: string; at: string },
  routingNumber: string,
): AgreedDebit {
  return { text, at: instantOf(at), routingNumber }
}

/** Whether the number belongs to the chosen network. */
function isAsEntered(kept: KeptMethod, { cardType, bankType }: ContentOf<"add">): boolean {
  return kept.kind === "card" ? kept.cardType === cardType && cardType !== "" : bankType !== ""
}

function asGatewayChange(method: PaymentMethodRow): MethodChange {
  const { addressLine1, addressLine2, addressLine3 } = method
  return {
    ...(method.kind === "card" && { expirationDate: method.expirationDate }),
    holderName: method.holderName,
    address: {
      lines: [addressLine1, addressLine2, addressLine3].filter((line) => line !== ""),
      city: method.cityName,
      state: method.stateCode,
      zip: method.zipCode,
    },
  }
}

/** The products that auto pay charges to this method. */
export function paidBy(account: Account | undefined, recordId: string): Policy[] {
  const products = account?.products ?? []
  return products.filter(({ billing }) => billing.paymentMethodRecordId === recordId)
}
