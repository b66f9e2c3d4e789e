import { createHash, randomBytes } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { ApiError, type MessageId } from "#contracts/messages.ts"
import {
  bankDebitText,
  type CardType,
  expirationYears,
} from "#contracts/payments/payment-method-rules.ts"
import type { AddBody, paymentMethods, UpdateBody } from "#contracts/payments/payment-methods.ts"
import { listed } from "#platform/text/words.ts"
import { isNo, isYes } from "#platform/text/yes-no.ts"
import { later } from "#platform/time.ts"
import { GatewayAway, GatewaySilent } from "#ports/payment-gateway/port.ts"
import { auditedBy } from "#services/audit/audit.ts"
import type { CallRequest } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { sessionAccount } from "#services/products/session-account.ts"
import { isBeingSetTo } from "../auto-pay/auto-pay.store.ts"
import { isExpired } from "./card-expiry.ts"
import { createMethodEmails } from "./payment-method-emails.ts"
import { auditedMethod, methodHeader } from "./payment-method-presenter.ts"
import {
  endRequest,
  findOpenMethodChange,
  findRequestByToken,
  insertRequest,
  type MethodRequest,
} from "./payment-method-requests.store.ts"
import { paidBy, type SavingOutcome } from "./payment-method-saving.ts"
import {
  findDeleted,
  findMethod,
  type MethodEntry,
  markDeleted,
  type NamedMethod,
  type PaymentMethodRow,
} from "./payment-methods.store.ts"

type Rows = typeof paymentMethods
type AddCall = CallRequest<Rows["POST /myaccount-core/paymentMethod"]>
type UpdateCall = CallRequest<Rows["PUT /myaccount-core/paymentMethod"]>
type DeleteCall = CallRequest<Rows["POST /myaccount-core/paymentMethod/delete"]>

type CarryOut = (request: MethodRequest) => Promise<SavingOutcome>
/** Whether the client accepts cards of this type. */
type TakesCards = (client: string, cardType: CardType) => Promise<boolean>

/** Limits how many stolen numbers someone can try. Real customers have fewer cards. */
const addRateLimit = { calls: 20, minutes: 60, message: "paymentMethod.tooMany" } as const
/** Minutes after which an addition is undone if the customer does not repeat it. */
const comeBackMinutes = 10
/** Minutes after which another process continues a change or a deletion. */
const leftAloneMinutes = 2

/** Adds, changes and deletes payment methods. */
export function createMethodChanges(
  deps: Deps,
  { carryOut, takesCards }: { carryOut: CarryOut; takesCards: TakesCards },
) {
  const { database, clock, policyAdmin, brands, audit, gateways, wakeEmail, rateLimits } = deps
  const emails = createMethodEmails(deps)

  /**
   * Saves the token's method at the gateway. Repeating the call with the same token adds nothing.
   *
   * Errors: errors of `enteredIn`, `paymentMethod.invalid`, `.tooMany`, `.gatewayAway`;
   * `AccountSystemAway`; `AuthenticationNeeded`, after which the same call returns the result.
   */
  async function add(call: AddCall): Promise<{ method: PaymentMethodRow; isToVerify: boolean }> {
    const { client, accountNumber } = call.session
    const token = call.body.isCreditCard ? call.body.cardNumber : call.body.accountNumber
    const tokenHash = createHash("sha256").update(token).digest()
    const find = () => findRequestByToken(database, client, accountNumber, tokenHash)
    const request = (await find()) ?? (await askToAdd(call, token, tokenHash)) ?? (await find())
    if (!request) throw new Error("The request that was just written is gone.")
    const outcome = await carryOut(request).catch(unanswered("paymentMethod.gatewayAway"))
    if (outcome === "not-authenticated") throw new ApiError("paymentMethod.notAuthenticated")
    const added = await findMethod(database, client, accountNumber, request.recordId)
    if (outcome === "refused" || !added) throw new ApiError("paymentMethod.invalid")
    return { method: added, isToVerify: outcome === "to-verify" }
  }

  async function askToAdd(
    { site, session, body, ip, userAgent }: AddCall,
    token: string,
    tokenHash: Buffer,
  ): Promise<MethodRequest | undefined> {
    const { client, accountNumber } = session
    const { cardType, bankType, entry } = enteredIn(body, await brands.todayOf(client))
    if (cardType !== "" && !(await takesCards(client, cardType))) {
      throw new ApiError("paymentMethod.invalid")
    }
    await rateLimits.consume(`payment methods of ${client} ${accountNumber}`, addRateLimit)
    const isForOnce = body.addPaymentMethodFrom === "paynow" && isNo(body.rememberPaymentMethod)
    const by = auditedBy(session, ip)
    const [name, phoneNumber] = [await brands.nameOf(client), await brands.phoneNumberOf(client)]
    const text = bankDebitText(name, phoneNumber)
    const accepted = { text, at: clock.now().toISOString(), ip, userAgent }
    const isBank = bankType !== ""
    const entered = { token, cardType, bankType, entry, ...(isBank && { accepted }) }
    const gateway = await gateways.nameOf(client)
    const content = { ...entered, gateway, remembered: !isForOnce, by }
    return await insertRequest(database, {
      client,
      accountNumber,
      recordId: `PM-${randomBytes(9).toString("base64url")}`,
      content: { kind: "add", ...content, siteAddress: site.origin },
      tokenHash,
      now: clock.now(),
      nextTryAt: later(clock.now(), { minutes: comeBackMinutes }),
    })
  }

  /**
   * Changes the editable details: holder, address, and a card's expiry.
   *
   * Errors: errors of `enteredIn`, `request.notFound`, `paymentMethod.invalid`, `.gatewayAway`,
   * `.changeOnItsWay`.
   */
  async function update({ session, body, ip }: UpdateCall): Promise<NamedMethod> {
    const { client, accountNumber } = session
    const recordId = body.paymentRecordId
    const entered = enteredIn(body, await brands.todayOf(client))
    const find = () => findMethod(database, client, accountNumber, recordId)
    const earlier = (await find()) && (await findOpenMethodChange(database, client, recordId))
    if (earlier) await carryOut(earlier).catch(unanswered("paymentMethod.changeOnItsWay"))
    const method = await find()
    if (!method) throw new ApiError("request.notFound")
    if (!isSameKind(method, entered))
      throw new ApiError("request.invalid", { fields: "methodType" })
    const { expirationDate, entry } = entered
    const wanted = { ...method, expirationDate, ...entry }
    if (isDeepStrictEqual(wanted, method)) return method

    const request = await insertRequest(database, {
      client,
      accountNumber,
      recordId,
      content: { kind: "change", expirationDate, entry, by: auditedBy(session, ip) },
      now: clock.now(),
      nextTryAt: later(clock.now(), { minutes: leftAloneMinutes }),
    })
    if (!request) throw new ApiError("paymentMethod.changeOnItsWay")
    const outcome = await carryOut(request).catch(async (error: unknown) => {
      // The gateway was not reached, so nothing is pending and the person may try again.
      const isOver =
        error instanceof GatewayAway &&
        (await endRequest(database, client, request.id, "open", "refused"))
      return unanswered(isOver ? "paymentMethod.gatewayAway" : "paymentMethod.changeOnItsWay")(
        error,
      )
    })
    if (outcome === "refused") throw new ApiError("paymentMethod.invalid")
    return method
  }

  /**
   * Deletes a method, and returns it with the products whose auto pay ends, in words. Nothing is
   * charged to it after this. The work at the gateway and the account system is done at once or, if
   * they are unavailable, soon.
   *
   * Errors: `request.notFound`, `paymentMethod.onAutoPay`, `.autoPayOnItsWay`; `AccountSystemAway`.
   */
  async function remove({ site, session, body, ip }: DeleteCall) {
    const { client, accountNumber } = session
    const { recordId } = body
    const account = await sessionAccount(policyAdmin, session, body.policyNumber)
    const method = await findMethod(database, client, accountNumber, recordId)
    if (!method) {
      const deleted = await findDeleted(database, client, accountNumber, recordId)
      if (deleted) return { method: deleted, products: "" }
      throw new ApiError("request.notFound")
    }
    const policies = paidBy(account, recordId)
    const products = listed(policies.map(({ productDesc }) => productDesc))
    const name = methodHeader(method)
    if (policies.length > 0 && !isYes(body.endAutoPay)) {
      throw new ApiError("paymentMethod.onAutoPay", { method: name, products })
    }
    const mail = await emails.deleted(
      { client, accountNumber, siteAddress: site.origin },
      name,
      products,
    )
    const by = auditedBy(session, ip)
    const policyNumbers = policies.map(({ policyNumber }) => policyNumber)
    const { gateway, gatewayReference } = method
    const request = await database.transaction(async (tx) => {
      const now = clock.now()
      if (!(await markDeleted(tx, client, accountNumber, recordId, now))) return undefined
      if (await isBeingSetTo(tx, client, accountNumber, recordId)) {
        throw new ApiError("paymentMethod.autoPayOnItsWay", { method: name })
      }
      const before = auditedMethod(method)
      await audit.record(tx, { action: "paymentMethod.delete", ...by, before })
      await mail.add(tx)
      return await insertRequest(tx, {
        client,
        accountNumber,
        recordId,
        content: { kind: "delete", gateway, gatewayReference, policyNumbers, by },
        now,
        nextTryAt: later(clock.now(), { minutes: leftAloneMinutes }),
      })
    })
    wakeEmail()
    // If this fails, the worker continues: for the person, the method is deleted.
    if (request) await carryOut(request).catch(() => undefined)
    return { method, products }
  }

  return { add, update, remove }
}

/** Reports that the gateway did not answer, with the text of `messageId`; rethrows other errors. */
function unanswered(messageId: MessageId): (error: unknown) => never {
  return (error) => {
    if (error instanceof GatewayAway || error instanceof GatewaySilent)
      throw new ApiError(messageId)
    throw error
  }
}

function isSameKind(one: Kind, other: Kind): boolean {
  return (
    one.kind === other.kind && one.cardType === other.cardType && one.bankType === other.bankType
  )
}
type Kind = Pick<PaymentMethodRow, "kind" | "cardType" | "bankType">

/** The details of a method, except its number. */
type Entered = Pick<PaymentMethodRow, "kind" | "cardType" | "bankType" | "expirationDate"> & {
  entry: MethodEntry
}

/**
 * The entered details, after checks that the contract cannot express.
 *
 * Errors: `paymentMethod.expired`, `request.invalid`.
 */
function enteredIn(body: AddBody | UpdateBody, today: Temporal.PlainDate): Entered {
  const entry: MethodEntry = {
    holderName: body.cardHolderName.trim(),
    addressLine1: body.addressLine1.trim(),
    addressLine2: body.addressLine2.trim(),
    addressLine3: body.addressLine3.trim(),
    cityName: body.city.trim(),
    stateCode: body.state,
    zipCode: body.zipCode.trim(),
  }
  if (body.isCreditCard) {
    const { cardType, expirationDate } = body
    if (expirationDate !== "") checkExpiration(expirationDate, today)
    return { kind: "card", cardType, bankType: "", expirationDate, entry }
  }
  const bankType = body.paymentType
  if (!isConsistent(body)) throw new ApiError("request.invalid", { fields: "paymentType" })
  return { kind: "bank", cardType: "", bankType, expirationDate: "", entry }
}

function checkExpiration(expirationDate: string, today: Temporal.PlainDate): void {
  if (isExpired({ kind: "card", expirationDate }, today))
    throw new ApiError("paymentMethod.expired")
  const year = Number(expirationDate.slice(-4))
  if (year > today.year + expirationYears) {
    throw new ApiError("request.invalid", { fields: "expirationDate" })
  }
}

/** The body contains the kind of account four times. All four must agree. */
function isConsistent(body: Extract<AddBody | UpdateBody, { isBankAccount: true }>): boolean {
  const isChecking = body.paymentType === "C"
  return (
    body.isCheckingAccount === isChecking &&
    body.isSavingAccount === !isChecking &&
    body.methodType === (isChecking ? "Checking" : "Savings")
  )
}
