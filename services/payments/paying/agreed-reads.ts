import { ApiError } from "#contracts/messages.ts"
import type { Billing, OpenBill, Person, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { totalDue } from "#services/products/due-status.ts"
import { readShownBills, type ShownBills } from "./payable-bills.ts"
import type { PaymentRequest } from "./payment-request.ts"

interface AgreedReads {
  policy: Policy
  person: Person
  shown: ShownBills
}

/**
 * The product of a payment and its bills, from two operations of the account system that must
 * report the same debt. If they differ, they are read once more, because something may have been
 * posted in between. While a payment is being recorded (`isRecording`), one of them may show it
 * first.
 *
 * Errors: `AccountSystemAway`, `product.gone` if the product does not belong to this person,
 * `payment.amountsDiffer`, and `payment.alreadyOpen` while a payment is being recorded.
 */
export async function readAgreed(
  deps: Pick<Deps, "policyAdmin" | "adapterMetrics" | "brandOf" | "log">,
  request: Pick<
    PaymentRequest,
    "client" | "accountNumber" | "policyNumber" | "amount" | "bills" | "siteAddress"
  >,
  isRecording: boolean,
): Promise<AgreedReads> {
  for (let reading = 1; reading <= 2; reading += 1) {
    const read = await readBoth(deps, request)
    if (isAgreed(request, read.policy.billing, read.shown.bills)) return read
  }
  if (isRecording) throw new ApiError("payment.alreadyOpen")
  const { client, policyNumber } = request
  deps.adapterMetrics.accountSystemFaults.inc({ fault: "amounts" })
  deps.log.error(
    { client, product: policyNumber },
    "The operations account and openBills owe different amounts for a product. Its payment is refused.",
  )
  const { phoneNumber } = await deps.brandOf(client, request.siteAddress)
  throw new ApiError("payment.amountsDiffer", { phoneNumber })
}

async function readBoth(
  { policyAdmin }: Pick<Deps, "policyAdmin">,
  request: Pick<PaymentRequest, "client" | "accountNumber" | "policyNumber">,
): Promise<AgreedReads> {
  const { client, accountNumber, policyNumber } = request
  const [account, shown] = await Promise.all([
    policyAdmin.account(client, accountNumber),
    readShownBills(policyAdmin, request),
  ])
  const policy = account?.products.find((product) => product.policyNumber === policyNumber)
  if (!account || !policy) throw new ApiError("product.gone")
  return { policy, person: account.person, shown }
}

/**
 * Whether the smaller amount can be charged. The person sees the debt in `billing`, so for a
 * payment by hand both reads must have the same bills; an auto pay charge is for bills that were
 * announced.
 */
function isAgreed(
  { amount, bills: charged }: Pick<PaymentRequest, "amount" | "bills">,
  billing: Billing,
  bills: readonly OpenBill[],
): boolean {
  const owed = totalDue(billing)
  if (charged) return amount <= owed || bills.length === 0
  const sum = bills.reduce((all, bill) => all + bill.owed, 0)
  return owed === sum && billsText(billing.openAmounts) === billsText(bills)
}

function billsText(bills: readonly Pick<OpenBill, "dueDate" | "owed">[]): string {
  return bills
    .map(({ dueDate, owed }) => `${dueDate} ${owed}`)
    .toSorted()
    .join()
}
