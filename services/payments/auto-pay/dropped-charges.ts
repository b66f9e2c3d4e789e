import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { type RequiredEmail, requiredEmail } from "../differences/required-email.ts"
import { productWithNumber } from "../paying/product-with-number-presenter.ts"
import { closeAnnounced, findAnnounced } from "./announced-charges.store.ts"
import type { AnnouncedDue } from "./announced-part.ts"
import type { AutoPayFailures } from "./auto-pay-failures.ts"
import { insertNotice } from "./billing-run.store.ts"
import { dropReasonOf } from "./drop-reason.ts"
import { type DropReason, droppedChargeEmail } from "./dropped-charge-email.ts"
import { type DroppedCharge, findDroppedCharges } from "./dropped-charges.store.ts"

/** Number of days after which an unmade charge is no longer emailed about. */
const newsDays = 7
const pageSize = 100
const firstId = "00000000-0000-0000-0000-000000000000"

/**
 * Emails customers whose announced charge is not made, on its day, and ends the announcement.
 * Skipping a charge, and ending or changing auto pay here, have their own emails. Unsubscribed
 * customers get these emails too, as they got the announcement.
 */
export function createDroppedCharges(
  deps: Deps,
  failures: Pick<AutoPayFailures, "failedChargeStatusesOf">,
) {
  const { database, clock, policyAdmin, wakeEmail } = deps

  /**
   * Runs after the charges of `today`. Charges of the products `late` wait until reads show our
   * last change of auto pay. Returns how many emails were written. Errors: `AccountSystemAway`; the
   * reason of `signal`.
   */
  async function tell(
    client: string,
    today: Temporal.PlainDate,
    late: readonly string[],
    signal?: AbortSignal,
  ): Promise<number> {
    const since = today.subtract({ days: newsDays }).toString()
    let emails = 0
    let page: DroppedCharge[] = []
    do {
      const after = page.at(-1)?.id ?? firstId
      const of = { since, today: today.toString(), after, limit: pageSize }
      page = await findDroppedCharges(database, client, of)
      for (const charge of page) {
        signal?.throwIfAborted()
        if (await tellOne(charge, today, late.includes(charge.policyNumber))) emails += 1
      }
    } while (page.length === pageSize)
    return emails
  }

  async function tellOne(
    charge: DroppedCharge,
    today: Temporal.PlainDate,
    isLate: boolean,
  ): Promise<boolean> {
    const { client, accountNumber, policyNumber } = charge
    const policy = (await policyAdmin.policy(client, accountNumber, policyNumber))?.policy
    const reason = await dropReasonOf(deps, failures, charge, policy, today, isLate)
    if (reason?.kind === "late") return await notifyLate({ ...charge, isTold: true }, policy)
    return reason ? await takeBack({ ...charge, isTold: true }, reason, policy) : false
  }

  /**
   * Emails once that a charge will be made later. Its announcement stays. Returns whether this call
   * wrote the email.
   */
  async function notifyLate(charge: TakenBack, policy: Policy | undefined): Promise<boolean> {
    const { id, client } = charge
    const email = await droppedEmail(deps, charge, { kind: "late" }, policy)
    const isOurs = await database.transaction(async (tx) => {
      const isFirst = await insertNotice(tx, client, `late charge ${id}`, clock.now())
      if (isFirst) await email.add(tx)
      return isFirst
    })
    if (isOurs) wakeEmail()
    return isOurs && email.isAddressed
  }

  /**
   * Emails a customer that a charge is not made because of earlier payments, and ends its
   * announcement. If the bills must be charged after all, they wait for the charge of the next
   * bill. Returns whether an email was written. Errors: `AccountSystemAway`.
   */
  async function notifyNotCharged(due: AnnouncedDue, reason: DropReason): Promise<boolean> {
    const { client, announcementId: id } = due
    const charge = id && (await findAnnounced(database, client, id))
    if (!charge) return false
    const { accountNumber, policyNumber } = due
    const policy = (await policyAdmin.policy(client, accountNumber, policyNumber))?.policy
    return await takeBack({ ...due, ...charge, id }, reason, policy)
  }

  /**
   * Ends an announcement, and emails the reason once. Returns whether this call wrote the email.
   * Errors: `AccountSystemAway`.
   */
  async function takeBack(
    charge: TakenBack,
    reason: DropReason,
    policy: Policy | undefined,
  ): Promise<boolean> {
    const { id, client } = charge
    const email = await droppedEmail(deps, charge, reason, policy)
    // The bills can be announced again, for the other method or to the other person.
    const isSuperseded = reason.kind === "otherMethod" || reason.kind === "gone"
    const isOurs = await database.transaction(async (tx) => {
      const isFirst = await closeAnnounced(tx, client, id, clock.now(), isSuperseded)
      if (isFirst) await email.add(tx)
      return isFirst
    })
    if (isOurs) wakeEmail()
    return isOurs && email.isAddressed
  }

  return { tell, takeBack, notifyNotCharged }
}

export type DroppedCharges = ReturnType<typeof createDroppedCharges>

type TakenBack = Pick<
  DroppedCharge,
  "id" | "client" | "accountNumber" | "policyNumber" | "productDesc" | "amount" | "chargeOn"
> & { isTold: boolean }

/** The email that cancels an announced charge. Errors: `AccountSystemAway`. */
export async function droppedEmail(
  deps: Deps,
  charge: Omit<TakenBack, "id"> & { id?: string },
  reason: DropReason,
  policy: Policy | undefined,
): Promise<RequiredEmail> {
  const { client, policyNumber, chargeOn, amount, id = `${policyNumber} ${chargeOn}` } = charge
  const siteAddress = await deps.brands.siteAddressOf(client)
  const notice = { name: "dropped charge", id, amount } as const
  return await requiredEmail(deps, { ...charge, siteAddress }, notice, (to) =>
    droppedChargeEmail({ ...to, reason, charge, product: productName(charge, policy) }),
  )
}

/** The announced product name: the number may stand for another product now. */
function productName(
  { productDesc, policyNumber }: Pick<DroppedCharge, "productDesc" | "policyNumber">,
  policy: Policy | undefined,
): string {
  const named = productDesc ?? policy?.productDesc
  if (named === undefined) return policyNumber
  return productWithNumber({ productDesc: named, policyNumber }, policy)
}
