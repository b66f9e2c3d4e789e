import { randomUUID } from "node:crypto"
import { ApiError } from "#contracts/messages.ts"
import type { autoPay } from "#contracts/payments/auto-pay.ts"
import { type DateText, dateInWords, dateOfShown, dateOnScreen } from "#platform/text/dates.ts"
import { AccountSystemAway, AccountSystemRefused, type Policy } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import {
  type FindProductNotices,
  productOf,
  withoutRecorded,
} from "#services/products/product-presenter.ts"
import { policyOf, sessionProducts } from "#services/products/session-account.ts"
import { requiredEmail } from "../differences/required-email.ts"
import type { PostingFailures } from "../paying/posting-failures.ts"
import { findStoredSoFar, lockAsRead } from "../paying/product-lock.store.ts"
import { readAgain } from "../paying/read-again.ts"
import { canSkip, nextChargeOf } from "./next-charge.ts"
import { autoPaySkipEmail } from "./skip-email.ts"
import {
  chargeText,
  skipAuditFacts,
  skipMessage,
  skipNews,
  stillDueText,
} from "./skip-presenter.ts"
import { closeSkip, dropSkip, findSkips, insertSkip, type SkippedDebit } from "./skips.store.ts"
import { afterStored } from "./stored-change.ts"

const skipCall = "PUT /myaccount-core/autoPay/skip"
type Call = CallRequest<(typeof autoPay)[typeof skipCall]>

/** Skips single auto pay debits: the bill stays due, and auto pay continues with the next one. */
export function createAutoPaySkips(
  deps: Deps,
  noticesOf: FindProductNotices,
  postingFailures: PostingFailures,
) {
  const { database, clock, policyAdmin, brands, audit, wakeEmail, localize } = deps

  const handlers: Handlers<Pick<typeof autoPay, typeof skipCall>> = {
    async [skipCall](call) {
      const { client, accountNumber } = call.session
      const skip =
        (await known(call)) ??
        (await readAgain(() => ask(call), "autoPay.skipChanged").catch((error) =>
          madeMeanwhile(call, error),
        ))
      const result = skip.state === "made" ? "done" : await finish(client, accountNumber)
      if (result === "away") throw new ApiError("autoPay.pending")
      if (result === "refused" && (await isDropped(skip))) {
        throw new ApiError("accountSystem.refused")
      }
      const account = await afterStored(
        sessionProducts(policyAdmin, call.session, skip.policyNumber),
      )
      const today = await brands.todayOf(client)
      const policy = policyOf(account, skip.policyNumber)
      const dateText = dateOnScreen(today)
      const next = await afterStored(nextAfter(policy, skip, today, dateText))
      const bills = stillDueText(skip, policy.billing.openAmounts, today, dateText)
      const active = account.products.filter((policy) => policy.active)
      const notices = await noticesOf(call.session, active, today)
      return {
        messages: [await localize(client, ...skipMessage(skip, bills, next, dateText))],
        activeProducts: withoutRecorded(active, notices).map((policy) =>
          productOf(policy, today, notices),
        ),
      }
    },
  }

  /** The debit in the call, if it was skipped before. */
  async function known({ session, body }: Call): Promise<SkippedDebit | undefined> {
    const skips = await findSkips(database, session.client, session.accountNumber)
    const chargeDate = dateOfShown(body.chargeDate)
    return skips.find(
      ({ policyNumber, chargeOn }) => policyNumber === body.policyNumber && chargeOn === chargeDate,
    )
  }

  /**
   * Returns the skip if the same call has stored it since this one looked; otherwise throws
   * `error`.
   */
  async function madeMeanwhile(call: Call, error: unknown): Promise<SkippedDebit> {
    const skip = error instanceof ApiError ? await known(call) : undefined
    if (!skip) throw error
    return skip
  }

  /** Stores a skip of the product's next debit. Errors: `ConflictingChange` and `ApiError`. */
  async function ask(call: Call): Promise<SkippedDebit> {
    const { site, session, body, ip } = call
    const { client, accountNumber, staffUserid, userid } = session
    const { policyNumber } = body
    const product = { client, accountNumber, policyNumber }
    const soFar = await findStoredSoFar(database, product)
    const account = await sessionProducts(policyAdmin, session, policyNumber)
    const policy = policyOf(account, policyNumber)
    const today = await brands.todayOf(client)
    const { next, method, none } = await nextChargeOf(deps, session, policy, today)
    if (none !== null || !next || !method) throw new ApiError("autoPay.nothingToSkip")
    if (next.date !== dateOfShown(body.chargeDate)) throw new ApiError("autoPay.skipChanged")
    if (!canSkip(next, today)) throw new ApiError("autoPay.skipTooLate")
    const skip = {
      id: randomUUID(),
      ...product,
      productDesc: policy.productDesc,
      ...{ chargeOn: next.date, dueDates: next.dueDates, amount: next.amount },
      billNumbers: next.billNumbers,
      methodLabel: method.label,
      siteAddress: site.origin,
      actorKind: staffUserid === null ? ("customer" as const) : ("staff" as const),
      actorUserid: staffUserid ?? userid,
      subjectUserid: userid,
      ip,
      askedAt: clock.now(),
    }
    await database.transaction(async (tx) => {
      await lockAsRead(tx, product, soFar)
      await insertSkip(tx, skip)
    })
    return (await known(call)) ?? { ...skip, state: "asked" }
  }

  /** Drops a skip that the account system rejected. False if it was made after all. */
  async function isDropped(skip: SkippedDebit): Promise<boolean> {
    return await database.transaction(async (tx) => {
      await postingFailures.settle(tx, skip.client, subjectOf(skip))
      return await dropSkip(tx, skip.client, skip.id)
    })
  }

  /**
   * Sends each open skip of an account to the account system. `refused`: it rejects one. My Account
   * does not charge that debit, and the customer is notified if they are online. `away`: it does
   * not answer.
   */
  async function finish(
    client: string,
    accountNumber: string,
  ): Promise<"done" | "refused" | "away"> {
    let result: "done" | "refused" = "done"
    try {
      for (const skip of await findSkips(database, client, accountNumber)) {
        if (skip.state === "asked" && (await make(skip)) === "refused") result = "refused"
      }
      return result
    } catch (error) {
      if (error instanceof AccountSystemAway) return "away"
      throw error
    }
  }

  async function make(skip: SkippedDebit): Promise<"made" | "refused"> {
    const { client, accountNumber, policyNumber, actorKind, actorUserid, subjectUserid, ip } = skip
    const { amount } = skip
    const posting = { client, subject: subjectOf(skip), paymentId: null, amount }
    try {
      await postingFailures.noteOf(posting, () => policyAdmin.skipCharge(skip))
    } catch (error) {
      if (error instanceof AccountSystemRefused) return "refused"
      throw error
    }
    const found = await policyAdmin.policy(client, accountNumber, policyNumber)
    const today = await brands.todayOf(client)
    const next = found ? await nextAfter(found.policy, skip, today, dateInWords) : ""
    const bills = stillDueText(skip, found?.policy.billing.openAmounts ?? [], today, dateInWords)
    const notice = { name: "skipped debit", id: skip.id, amount } as const
    const email = await requiredEmail(deps, skip, notice, (to) =>
      autoPaySkipEmail({ ...to, ...skipNews(skip, found?.policy, bills, next) }),
    )
    await database.transaction(async (tx) => {
      if (!(await closeSkip(tx, client, skip.id))) return
      await postingFailures.settle(tx, client, subjectOf(skip))
      await audit.record(tx, {
        ...{ client, accountNumber, subjectUserid, ip, action: "autoPay.skip" as const },
        actor: { kind: actorKind, userid: actorUserid },
        after: skipAuditFacts(skip),
      })
      await email.add(tx)
    })
    wakeEmail()
    return "made"
  }

  /** The charge after the skipped one, in words; "" if unknown. */
  async function nextAfter(
    policy: Policy,
    skip: Pick<SkippedDebit, "client" | "accountNumber">,
    today: Temporal.PlainDate,
    dateText: DateText,
  ): Promise<string> {
    const { next, none } = await nextChargeOf(deps, skip, policy, today)
    return next && none === null ? chargeText(next, dateText) : ""
  }

  return { handlers, finish }
}

function subjectOf({ id }: SkippedDebit): string {
  return `skip ${id}`
}

export type AutoPaySkips = ReturnType<typeof createAutoPaySkips>
