import type { Deps } from "#services/deps.ts"
import { insertNotice } from "../billing/billing-run.store.ts"
import { requiredEmail } from "../emails/required-email.ts"
import { closeAnnounced, findAnnounced } from "./announced-charges.store.ts"
import type { AnnouncedDue } from "./announced-part.ts"
import { type DropReason, droppedChargeEmail } from "./dropped-charge-email.ts"
import { type DroppedCharge, findDroppedCharges } from "./dropped-charges.store.ts"

/** Charges whose day is longer ago are old news. */
const newsDays = 7
const pageSize = 100
const firstId = "00000000-0000-0000-0000-000000000000"

/**
 * Emails customers whose announced charge is not made, on its day: it was paid or credited
 * meanwhile, or auto pay is suspended. A skip, an end and a change of auto pay have emails of their
 * own. Unsubscribed customers get these emails too, as they got the announcement.
 */
export function createDroppedCharges(deps: Deps) {
  const { database, clock, policyAdmin, wakeEmail, brands } = deps

  /**
   * After `markDue` of the products for which auto pay charges something by `today`. Returns how many
   * emails were written. Errors: `AccountSystemAway`; the reason of `signal`.
   */
  async function tell(
    client: string,
    today: Temporal.PlainDate,
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
        if (await tellOne(charge)) emails += 1
      }
    } while (page.length === pageSize)
    if (emails > 0) wakeEmail()
    return emails
  }

  async function tellOne(charge: DroppedCharge): Promise<boolean> {
    const { id, client, accountNumber, policyNumber, methodRecordId } = charge
    const policy = await policyAdmin.policy(client, accountNumber, policyNumber)
    if (policy?.policy.billing.paymentMethodRecordId !== methodRecordId) return false
    const reason = charge.isDue ? reasonOfDue(charge) : await reasonOfSettled(charge)
    if (!reason) return false
    const siteAddress = await brands.siteAddressOf(client)
    const notice = { name: "dropped charge", id, amount: charge.amount } as const
    const email = await requiredEmail(deps, { client, accountNumber, siteAddress }, notice, (to) =>
      droppedChargeEmail({
        ...to,
        reason,
        payments: "",
        product: `${policy.policy.productDesc}, ${policyNumber}`,
        charge: { ...charge, isTold: true },
      }),
    )
    return await database.transaction(async (tx) => {
      const isFirst = await insertNotice(tx, client, `not charged ${id}`, clock.now())
      if (isFirst) await email.add(tx)
      return isFirst && email.isAddressed
    })
  }

  /** Undefined unless all bills of the charge are settled. */
  async function reasonOfSettled(charge: DroppedCharge): Promise<DropReason | undefined> {
    const { client, accountNumber, policyNumber, billsDueBy, isPaid, isCredited } = charge
    if (charge.isSkipped) return undefined
    const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
    if (bills.some(({ dueDate }) => dueDate <= billsDueBy)) return undefined
    if (isPaid && isCredited) return "both"
    if (isPaid) return "paid"
    if (isCredited) return "credited"
    return charge.isCharged ? undefined : "settled"
  }

  /**
   * Emails a customer that a charge is not made because of these earlier payments, and ends its
   * announcement: if the bills are open after all, they wait for the charge of the next bill. Returns
   * whether an email was written. Errors: `AccountSystemAway`.
   */
  async function tellPaidBefore(due: AnnouncedDue, payments: string): Promise<boolean> {
    const { client, accountNumber, policyNumber, productDesc, announcementId: id } = due
    const charge = id && (await findAnnounced(database, client, id))
    if (!charge) return false
    const siteAddress = await brands.siteAddressOf(client)
    const notice = { name: "dropped charge", id, amount: charge.amount } as const
    const email = await requiredEmail(deps, { client, accountNumber, siteAddress }, notice, (to) =>
      droppedChargeEmail({
        ...to,
        reason: "paidBefore",
        payments,
        product: `${productDesc}, ${policyNumber}`,
        charge,
      }),
    )
    const isTold = await database.transaction(async (tx) => {
      const isFirst = await closeAnnounced(tx, client, id, clock.now())
      if (isFirst) await email.add(tx)
      return isFirst && email.isAddressed
    })
    if (isTold) wakeEmail()
    return isTold
  }

  return { tell, tellPaidBefore }
}

/** Something is due: then the charge is only dropped because auto pay is suspended. */
function reasonOfDue({ isSuspended }: DroppedCharge): DropReason | undefined {
  return isSuspended ? "suspended" : undefined
}
