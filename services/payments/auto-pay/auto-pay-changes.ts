import { earlier } from "#platform/time.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type {
  ReadyEmail,
  TransactionEmails,
} from "#services/profile/subscriptions/transaction-emails.ts"
import { staffFor } from "../payment-presenter.ts"
import {
  closeChange,
  findOpenAutoPayChange,
  findWaitingProducts,
  type OpenChange,
} from "./auto-pay.store.ts"
import { type AutoPayChangeNews, autoPayChangeEmail } from "./auto-pay-change-email.ts"
import { parseChangeEvidence } from "./auto-pay-change-evidence.ts"

/** A change that is open for longer than this has nobody working on it. */
const waitSeconds = 60
const pollSeconds = 15

/**
 * Brings changes that people asked for to the account system: at once, and later by itself where
 * that was away or this process ended. Any number of processes may do so at the same time.
 */
export function createAutoPayChanges(deps: Deps, transactionEmails: TransactionEmails) {
  const { database, clock, policyAdmin, audit, wakeEmail, log } = deps
  let working: Promise<void> | undefined
  const poll = setInterval(finishWaiting, pollSeconds * 1000)
  poll.unref()

  /**
   * Makes the open change of a product, if there is one, and puts it on record; or refuses it,
   * where the product is paid in another way than was seen. `away`: the account system does not
   * answer, and the change stays open.
   */
  async function finish(client: string, policyNumber: string): Promise<"done" | "away"> {
    const change = await findOpenAutoPayChange(database, client, policyNumber)
    if (!change) return "done"
    try {
      const result = await policyAdmin.changeBilling(change)
      await close(change, result === "made", result === "made" ? await mailOf(change) : null)
      return "done"
    } catch (error) {
      if (error instanceof AccountSystemAway) return "away"
      throw error
    }
  }

  async function close(
    change: OpenChange,
    isMade: boolean,
    mail: ReadyEmail | null,
  ): Promise<void> {
    const { client, actorKind, actorUserid, accountNumber, subjectUserid, ip } = change
    await database.transaction(async (tx) => {
      const isClosed = await closeChange(tx, change.authorizationId, isMade ? "made" : "refused")
      if (!isClosed || !isMade) return
      await audit.record(tx, {
        client,
        action: "autoPay.change",
        actor: { kind: actorKind, userid: actorUserid },
        accountNumber,
        subjectUserid,
        ip,
        before: change.before,
        after: { ...change.after, authorization: change.authorizationId },
      })
      await mail?.(tx)
    })
    wakeEmail()
  }

  async function mailOf(change: OpenChange): Promise<ReadyEmail | null> {
    const evidence = parseChangeEvidence(change.authorised)
    const outcome = change.kind as AutoPayChangeNews["outcome"]
    const changedBy = change.actorKind === "staff" ? staffFor(change.actorUserid, "you") : ""
    return await transactionEmails.write(change, (to) =>
      autoPayChangeEmail({ ...evidence, ...to, outcome, changedBy }),
    )
  }

  /** Goes on with what was left open. Never throws. */
  function finishWaiting(): Promise<void> {
    working ??= look().finally(() => {
      working = undefined
    })
    return working
  }

  async function look() {
    try {
      const before = earlier(clock.now(), { seconds: waitSeconds })
      for (const { client, policyNumber } of await findWaitingProducts(database, before)) {
        if ((await finish(client, policyNumber)) === "away") return
      }
    } catch (error) {
      log.warn({ reason: (error as Error).name }, "Changes of auto pay have to be tried again.")
    }
  }

  return {
    finish,
    finishWaiting,
    async stop() {
      clearInterval(poll)
      await working
    },
  }
}

export type AutoPayChanges = ReturnType<typeof createAutoPayChanges>
