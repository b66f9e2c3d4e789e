import { errorName } from "#platform/error-name.ts"
import { later } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { requiredEmail } from "../differences/required-email.ts"
import { type PostingFailures, waitAfterFailure } from "../paying/posting-failures.ts"
import { productWithNumber } from "../paying/product-with-number-presenter.ts"
import { correctionEmail } from "./correction-email.ts"
import { auditedCorrection, postedNews } from "./correction-presenter.ts"
import {
  type Correction,
  claimCorrections,
  markCorrectionPosted,
  postponeCorrection,
} from "./corrections.store.ts"
import { requestJob } from "./staff-request.ts"

/** Seconds until a posting is retried. */
const waits = { first: 4, longest: 600 }

/** Posts approved corrections in the account system, which posts each once by its id. */
export function createCorrectionPosting(deps: Deps, postingFailures: PostingFailures) {
  const { database, clock, policyAdmin, brands, audit, log, wakeEmail } = deps

  /** Never throws: a correction that cannot be posted now is retried later. */
  async function run(claim: Correction): Promise<void> {
    try {
      const { client, amount } = claim
      const posting = { client, subject: subjectOf(claim), paymentId: null, amount }
      const timeZone = await brands.timeZoneOf(client)
      const post = () => postCorrection(policyAdmin, claim, timeZone)
      await finish(claim, await postingFailures.noteOf(posting, post))
    } catch (error) {
      const { id, tries } = claim
      log.warn({ correction: id, tries, reason: errorName(error) }, "A correction was not posted.")
      const seconds = waitAfterFailure(error, tries, waits)
      // If this fails too, the claim expires.
      await postponeCorrection(database, claim, later(clock.now(), { seconds })).catch(
        () => undefined,
      )
    }
  }

  /** The email about a correction; null for 0 cents. */
  async function emailAbout(correction: Correction, postedAmount: number) {
    if (postedAmount === 0) return null
    const { client, accountNumber, policyNumber } = correction
    const siteAddress = await brands.siteAddressOf(client)
    const policy = await policyAdmin.product(client, accountNumber, policyNumber)
    const notice = { name: "correction", id: correction.id, amount: postedAmount } as const
    return await requiredEmail(deps, { client, accountNumber, siteAddress }, notice, (to) =>
      correctionEmail({
        ...to,
        product: productWithNumber(correction, policy),
        ...postedNews({ ...correction, postedAmount, postedAt: clock.now() }, to.brand.timeZone),
      }),
    )
  }

  async function finish(correction: Correction, postedAmount: number): Promise<void> {
    const { client, id, accountNumber } = correction
    const email = await emailAbout(correction, postedAmount)
    await database.transaction(async (tx) => {
      const isFirst = await markCorrectionPosted(tx, client, id, postedAmount, clock.now())
      if (correction.tries > 0) await postingFailures.settle(tx, client, subjectOf(correction))
      if (!isFirst) return
      await email?.add(tx)
      if (postedAmount > 0) return
      await audit.record(tx, {
        client,
        accountNumber,
        action: "correction.void",
        actor: { kind: "system" },
        subjectUserid: null,
        ip: null,
        after: auditedCorrection(correction),
      })
    })
    if (email) wakeEmail()
  }

  const job = requestJob("corrections", 5, (...claim) => claimCorrections(database, ...claim), run)
  return { run, job }
}

/** Returns the cents that were posted, dated by the client's day of the request or its approval. */
export async function postCorrection(
  policyAdmin: PolicyAdmin,
  correction: Correction,
  timeZone: string,
): Promise<number> {
  const { id, client, accountNumber, policyNumber, amount, billNumber } = correction
  const { decidedAt, requestedAt, reason, requestedBy, reverses } = correction
  const on = dayAt(decidedAt ?? requestedAt, timeZone).toString()
  const note = `${reason} (${requestedBy})`
  const product = { client, accountNumber, policyNumber, on, note }
  // A release is a decision about our own payment.
  if (correction.reversedKind === "payment") return amount
  if (reverses !== null) {
    return await policyAdmin.reverseCorrection({ ...product, reversalId: id, reverses })
  }
  const common = { ...product, amount }
  if (billNumber !== null) {
    return await policyAdmin.writeOff({ ...common, writeOffId: id, billNumber })
  }
  return (await policyAdmin.postCredit({ ...common, creditId: id })) ? amount : 0
}

function subjectOf({ kind, id }: Correction): string {
  return `${kind} ${id}`
}
