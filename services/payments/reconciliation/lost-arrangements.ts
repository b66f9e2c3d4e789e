import type { Deps } from "#services/deps.ts"
import { findAgreedBilling } from "../auto-pay/auto-pay.store.ts"
import { findMadeSkips } from "../auto-pay/skips.store.ts"

/** A product whose auto pay in the account system differs from what the customer agreed to here. */
export interface LostArrangement {
  accountNumber: string
  policyNumber: string
  askedAt: Date
  ours: string
  theirs: string
}

/**
 * Changes of auto pay and skipped debits since then that the account system does not show. They may
 * be lost, or changed there since, such as by phone, so staff must ask the customer. Errors:
 * `AccountSystemAway`.
 */
export async function findLostArrangements(
  { database, policyAdmin, brands }: Pick<Deps, "database" | "policyAdmin" | "brands">,
  client: string,
  since: Date,
): Promise<LostArrangement[]> {
  const today = (await brands.todayOf(client)).toString()
  const lost: LostArrangement[] = []
  for (const change of await findAgreedBilling(database, client, since)) {
    const { accountNumber, policyNumber, askedAt, wanted } = change
    const product = await policyAdmin.product(client, accountNumber, policyNumber)
    if (!product) continue
    const { billing } = product
    const isSame =
      billing.frequencyCode === wanted.frequencyCode &&
      billing.paymentMethodRecordId === wanted.paymentMethodRecordId
    if (isSame) continue
    const [ours, theirs] = [inWords(wanted), inWords(billing)]
    lost.push({ accountNumber, policyNumber, askedAt, ours, theirs })
  }
  for (const skip of await findMadeSkips(database, client, since)) {
    const { accountNumber, policyNumber, askedAt, dueDates } = skip
    const until = dueDates.at(-1) ?? today
    const key = [client, accountNumber, policyNumber] as const
    const { bills } = await policyAdmin.comingBills(...key, { today, until })
    // A bill that was paid since is not included.
    const charged = bills.filter((bill) => dueDates.includes(bill.dueDate) && !bill.isSkipped)
    if (charged.length === 0) continue
    const days = charged.map(({ dueDate }) => dueDate).join(", ")
    const ours = `the debit for ${days} is skipped`
    lost.push({ accountNumber, policyNumber, askedAt, ours, theirs: "it is not skipped" })
  }
  return lost
}

/** How a product is paid, such as "auto pay by Visa ending in 4242, frequency M". */
function inWords(billing: {
  frequencyCode: string
  paymentMethodRecordId: string | null
  paymentMethodLabel: string
}): string {
  const { frequencyCode, paymentMethodRecordId, paymentMethodLabel } = billing
  const by = paymentMethodLabel || paymentMethodRecordId
  return `${by === null ? "no auto pay" : `auto pay by ${by}`}, frequency ${frequencyCode}`
}
