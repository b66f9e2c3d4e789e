import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { OptionalEmails, ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"
import { staffFor } from "../payment-presenter.ts"
import { closeChange, findOpenAutoPayChange, type OpenChange } from "./auto-pay.store.ts"
import { type AutoPayChangeNews, autoPayChangeEmail } from "./auto-pay-change-email.ts"
import { parseChangeEvidence } from "./auto-pay-change-evidence.ts"

/**
 * Makes requested changes in the account system: at once, or later by `autoPayChangesJob` if the
 * account system was away or this process ended.
 */
export function createAutoPayChanges(deps: Deps, optionalEmails: OptionalEmails) {
  const { database, policyAdmin, brands, audit, wakeEmail } = deps

  /**
   * Makes the open change of a product, if there is one, and audits it; or refuses it if the product
   * is paid in another way than the customer saw. `away`: the account system does not answer, and
   * the change stays open.
   */
  async function finish(client: string, policyNumber: string): Promise<"done" | "away"> {
    const change = await findOpenAutoPayChange(database, client, policyNumber)
    if (!change) return "done"
    try {
      const changedOn = (await brands.todayOf(client)).toString()
      const result = await policyAdmin.changeBilling({ ...change, changedOn })
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
    return await optionalEmails.write(change, (to) =>
      autoPayChangeEmail({ ...evidence, ...to, outcome, changedBy }),
    )
  }

  return { finish }
}

export type AutoPayChanges = ReturnType<typeof createAutoPayChanges>
