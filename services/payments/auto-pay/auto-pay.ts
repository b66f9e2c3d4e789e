import { usernameOf } from "#contracts/identity/userid.ts"
import { Failure, type MessageId } from "#contracts/messages.ts"
import type { autoPay } from "#contracts/payments/auto-pay.ts"
import { type AutoPayOutcome, changeFacts } from "#contracts/payments/auto-pay-rules.ts"
import type { Queries } from "#database/sql.ts"
import type { Say } from "#platform/localize.ts"
import type { Account } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import { holderOf, policyOf } from "#services/products/holder.ts"
import { productOf } from "#services/products/product.ts"
import type { AgreedText, Authorizations } from "../authorizations/authorizations.ts"
import { paymentMethodOf } from "../methods/payment-method-presenter.ts"
import { findMethods, holdMethod } from "../methods/payment-methods.store.ts"
import { findChangesSoFar, insertChange } from "./auto-pay.store.ts"
import {
  billingChoice,
  inWords,
  isPaidAs,
  messageOfWish,
  newsOf,
  refuseUnfit,
  type Wish,
  wishOf,
} from "./auto-pay-change-request.ts"
import type { AutoPayChanges, ChangesNeeds } from "./auto-pay-changes.ts"

interface Needs extends Pick<ChangesNeeds, "database" | "clock" | "policyAdmin"> {
  authorizations: Authorizations
  changes: Pick<AutoPayChanges, "finish">
  /** Whether a payment of the product is on its way. */
  hasOpenPayment: (client: string, policyNumber: string) => Promise<boolean>
  /** The client's telephone number, as its texts name it. */
  phoneNumberOf: (client: string) => Promise<string>
  say: Say
}

type Call = CallRequest<(typeof autoPay)["PUT /myaccount-core/paymentFrequency"]>

/** Times that a change is begun anew when another one of the same product came between. */
const attempts = 3

/** Changes how a product is paid: from what, and how often. */
export function createAutoPay(needs: Needs) {
  const { database, clock, policyAdmin, authorizations, changes, say } = needs

  const handlers: Handlers<typeof autoPay> = {
    async "PUT /myaccount-core/paymentFrequency"(call) {
      const { client } = call.session
      const [{ policyNumber }] = call.body.paymentDetails
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        // Before the account is read: a change that comes after this takes the next place away.
        const soFar = await findChangesSoFar(database, client, policyNumber)
        const { account, wish } = await readWish(call)
        if (soFar.isOpen) {
          await finish(client, policyNumber, "accountSystem.away")
          continue
        }
        // Made just now, or before, as when the reply was lost.
        if (isPaidAs(wish.product, wish.wanted)) {
          const active = account.products.filter((policy) => policy.active)
          return {
            messages: [await say(client, ...messageOfWish(wish))],
            activeProducts: active.map((policy) => productOf(policy, clock.today())),
          }
        }
        refuseUnfit(call.body, wish)
        await make(call, account, wish, soFar.count)
      }
      throw new Failure("autoPay.changed")
    },
  }

  async function readWish({ session, body }: Call): Promise<{ account: Account; wish: Wish }> {
    const { client, accountNumber } = session
    const [account, rows] = await Promise.all([
      holderOf(policyAdmin, session, body.policyNumber),
      findMethods(database, client, accountNumber),
    ])
    const [detail] = body.paymentDetails
    const policy = policyOf(account, detail.policyNumber)
    if (!policy.active) throw new Failure("request.notFound")
    const today = clock.today()
    const methods = rows.map((row) => paymentMethodOf(row, { today, blocked: "", onAutoPay: [] }))
    return { account, wish: wishOf(body, productOf(policy, today), methods) }
  }

  /** Puts the change on record, if no other came before, and brings to its end what is open. */
  async function make(call: Call, account: Account, wish: Wish, before: number): Promise<void> {
    const { client } = call.session
    const { policyNumber } = wish.product
    if (await needs.hasOpenPayment(client, policyNumber)) throw new Failure("autoPay.paymentOpen")
    const agreed = await agreedText(call, account, wish)
    const isOnRecord = await database
      .transaction((tx) => record(tx, call, wish, agreed, before))
      .then(() => true, anotherCameBefore)
    await finish(client, policyNumber, isOnRecord ? "autoPay.pending" : "accountSystem.away")
  }

  async function finish(client: string, policyNumber: string, away: MessageId): Promise<void> {
    if ((await changes.finish(client, policyNumber)) === "away") throw new Failure(away)
  }

  async function agreedText({ site, session, body }: Call, account: Account, wish: Wish) {
    const { client, userid } = session
    const { firstName, lastName } = account.person
    const facts = changeFacts(wish.product, wish.wanted, wish.method, {
      fullName: `${firstName} ${lastName}`,
      userName: usernameOf(userid),
      clientName: site.clientName,
      tollFree: await needs.phoneNumberOf(client),
    })
    const kind = wish.outcome as Exclude<AutoPayOutcome, "none">
    return await authorizations.agreedText(client, kind, facts, body.authorizationVersion)
  }

  async function record(
    tx: Queries,
    { site, session, ip }: Call,
    wish: Wish,
    agreed: AgreedText,
    before: number,
  ): Promise<void> {
    const { product, seen, wanted, method } = wish
    const { client, accountNumber } = session
    const { policyNumber } = product
    const paymentMethodLabel = method?.paymentMethodHeader ?? ""
    const authorised = newsOf(wish)
    const entry = { session, ip, policyNumber, agreed, authorised }
    const isThere = !method || (await holdMethod(tx, client, accountNumber, method.paymentRecordId))
    if (!isThere) throw new Failure("autoPay.changed")
    const change = {
      authorizationId: await authorizations.record(tx, entry),
      client,
      accountNumber,
      policyNumber,
      seen: billingChoice(seen),
      wanted: { ...billingChoice(wanted), paymentMethodLabel },
      before: inWords(wish, seen, product.currentPaymentMethod),
      after: inWords(wish, wanted, paymentMethodLabel),
      siteAddress: site.origin,
    }
    if (!(await insertChange(tx, change, before, clock.now()))) throw new AnotherCameBefore()
  }

  return { handlers }
}

/** Takes back what was recorded: one change of a product after the other. */
class AnotherCameBefore extends Error {}

function anotherCameBefore(error: unknown): false {
  if (error instanceof AnotherCameBefore) return false
  throw error
}
