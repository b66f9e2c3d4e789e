import { dayAt } from "#platform/time-zone.ts"
import { AccountSystemAway, AccountSystemRefused } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { type RequiredEmail, requiredEmail } from "../differences/required-email.ts"
import { parseChangeEvidence } from "../paying/auto-pay-change-evidence.ts"
import { staffFor } from "../paying/payment-presenter.ts"
import { supersedeAgreement, supersedeAnnouncements } from "./announced-charges.store.ts"
import { closeChange, findOpenAutoPayChange, type OpenChange } from "./auto-pay.store.ts"
import { type AutoPayChangeNews, autoPayChangeEmail } from "./auto-pay-change-email.ts"
import { endSuspensions } from "./auto-pay-suspensions.store.ts"

/** Attempts to end auto pay when the product keeps changing in the meantime. */
const removalAttempts = 5

/**
 * Makes requested changes in the account system: at once, or later by `autoPayChangesJob` if the
 * account system was unavailable or this process ended.
 */
export function createAutoPayChanges(deps: Deps) {
  const { database, clock, policyAdmin, brands, audit, events, wakeEmail, log } = deps

  /**
   * Makes the open changes of a product, oldest first, and audits them. Rejects a change if the
   * billing settings are not the ones that the customer saw; the end of auto pay is never rejected
   * for that reason. Returns `refused` if the account system rejected the last change, and `away`
   * if it does not answer and the rest stays open.
   */
  async function finish(
    client: string,
    policyNumber: string,
  ): Promise<"done" | "refused" | "away"> {
    let result: "done" | "refused" = "done"
    try {
      for (;;) {
        const change = await findOpenAutoPayChange(database, client, policyNumber)
        if (!change) return result
        const isMade = await make(change).catch((error: unknown) => noteRefused(change, error))
        result = isMade === "refused" ? "refused" : "done"
        await close(change, isMade === true, isMade === true ? await mailOf(change) : null)
      }
    } catch (error) {
      if (error instanceof AccountSystemAway) return "away"
      throw error
    }
  }

  /** A rejected change is closed: it would be rejected again. */
  function noteRefused({ authorizationId }: OpenChange, error: unknown): "refused" {
    if (!(error instanceof AccountSystemRefused)) throw error
    const facts = { change: authorizationId, detail: error.detail }
    log.error(facts, "The account system refused a change of auto pay.")
    return "refused"
  }

  /**
   * Each retry has the id and the day of the first attempt, so that the account system recognizes
   * it.
   */
  async function make(change: OpenChange): Promise<boolean> {
    const { authorizationId: changeId, askedAt } = change
    const changedOn = dayAt(askedAt, await brands.timeZoneOf(change.client)).toString()
    const result = await policyAdmin.changeBilling({ ...change, changeId, changedOn })
    const isPlainEnd =
      change.kind === "remove" && change.seen.frequencyCode === change.wanted.frequencyCode
    if (result === "made" || !isPlainEnd) return result === "made"
    return await endAsPaidNow(change, changedOn)
  }

  /** Ends auto pay even though another change, which the customer had not seen, came first. */
  async function endAsPaidNow(change: OpenChange, changedOn: string): Promise<boolean> {
    const { client, accountNumber, policyNumber } = change
    for (let attempt = 0; attempt < removalAttempts; attempt += 1) {
      const found = await policyAdmin.policy(client, accountNumber, policyNumber)
      if (!found) return false
      const { frequencyCode, paymentMethodRecordId } = found.policy.billing
      if (paymentMethodRecordId === null) return true
      const seen = { frequencyCode, paymentMethodRecordId }
      const wanted = { frequencyCode, paymentMethodRecordId: null, paymentMethodLabel: "" }
      const changeId = `${change.authorizationId} ${attempt} ${frequencyCode} ${paymentMethodRecordId}`
      const ending = { ...change, changeId, seen, wanted, changedOn }
      const result = await policyAdmin.changeBilling(ending)
      if (result === "made") return true
    }
    return false
  }

  async function close(
    change: OpenChange,
    isMade: boolean,
    mail: RequiredEmail | null,
  ): Promise<void> {
    const {
      client,
      policyNumber,
      authorizationId,
      actorKind,
      actorUserid,
      accountNumber,
      subjectUserid,
      ip,
    } = change
    await database.transaction(async (tx) => {
      const isClosed = await closeChange(tx, client, authorizationId, isMade ? "made" : "refused")
      if (isClosed && !isMade) await supersedeAgreement(tx, client, authorizationId, clock.now())
      if (!isClosed || !isMade) return
      const methodRecordId = change.wanted.paymentMethodRecordId
      await endSuspensions(tx, change, clock.now())
      await supersedeAnnouncements(tx, client, policyNumber, authorizationId, clock.now())
      await audit.record(tx, {
        client,
        action: "autoPay.change",
        actor: { kind: actorKind, userid: actorUserid },
        accountNumber,
        subjectUserid,
        ip,
        before: change.before,
        after: { ...change.after, authorization: authorizationId },
      })
      await mail?.add(tx)
      await events.add(tx, change, "autoPay.changed", {
        policyNumber,
        isOn: methodRecordId !== null,
        frequencyCode: change.wanted.frequencyCode,
        changedBy: actorKind,
      })
    })
    wakeEmail()
  }

  async function mailOf(change: OpenChange): Promise<RequiredEmail> {
    const evidence = parseChangeEvidence(change.authorised)
    const outcome = change.kind as AutoPayChangeNews["outcome"]
    const isOtherFrequency = change.seen.frequencyCode !== change.wanted.frequencyCode
    const changedBy = change.actorKind === "staff" ? staffFor(change.actorUserid, "you") : ""
    const notice = { name: "changed auto pay", id: change.authorizationId } as const
    return await requiredEmail(deps, change, notice, (to) =>
      autoPayChangeEmail({ ...evidence, ...to, outcome, isOtherFrequency, changedBy }),
    )
  }

  return { finish }
}

export type AutoPayChanges = ReturnType<typeof createAutoPayChanges>
