import type { Policy } from "#ports/policy-admin/port.ts"
import type { StaffSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import {
  amountToCredit,
  amountToWriteOff,
  type Contradicted,
  type Correction,
  type Corrections,
} from "#services/payments/adjustments/corrections.ts"
import type { AutoPayOverview } from "#services/payments/auto-pay/auto-pay-overview.ts"
import type { createServedAccounts } from "../customers/served-account.ts"
import { billedProductOf, shownOwed, staffCorrectionOf } from "./staff-corrections-presenter.ts"

/** Open bills, and the requests that wait for approval, as staff see them. */
export function createShownBills(
  { policyAdmin, brands, clock }: Pick<Deps, "policyAdmin" | "brands" | "clock">,
  accounts: Pick<ReturnType<typeof createServedAccounts>, "mayRequest">,
  corrections: Pick<Corrections, "causedBy">,
) {
  async function shownProduct(
    { client, accountNumber }: { client: string; accountNumber: string },
    policy: Policy,
    autoPay: AutoPayOverview | undefined,
    all: readonly Correction[],
    {
      timeZone,
      mostYears,
      contradicted,
    }: { timeZone: string; mostYears: number; contradicted: readonly Contradicted[] },
  ) {
    const { policyNumber } = policy
    const now = clock.now()
    const own = all.filter((one) => one.policyNumber === policyNumber)
    const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
    const open = bills.map((bill) => ({
      ...bill,
      mostToWriteOff: amountToWriteOff(bill, own, now),
    }))
    const shown = own.map((one) => staffCorrectionOf(one, own, { timeZone, now }))
    const owed = bills.reduce((sum, bill) => sum + bill.owed, 0)
    const mostToCredit = amountToCredit({ policy, owed, mostYears }, own, now)
    const contradictions = contradicted.filter((one) => one.policyNumber === policyNumber)
    return billedProductOf(policy, autoPay, open, mostToCredit, shown, contradictions)
  }

  async function shownWaiting(correction: Correction, { staffUserid }: StaffSession) {
    const { client, accountNumber, policyNumber, productDesc, requestedBy } = correction
    if (!(await accounts.mayRequest(client, requestedBy))) return []
    const person = await policyAdmin.person(client, accountNumber)
    const timeZone = await brands.timeZoneOf(client)
    const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
    const shown = {
      ...staffCorrectionOf(correction, [], { timeZone, now: clock.now() }),
      ...{ client, accountNumber, policyNumber, productDesc },
      owed: shownOwed(bills),
      clientName: await brands.nameOf(client),
      firstName: person?.firstName ?? "",
      lastName: person?.lastName ?? "",
      requestedAt: correction.requestedAt.toISOString(),
      isOwn: requestedBy === staffUserid,
      isOwnCause: (await corrections.causedBy(correction)) === staffUserid,
    }
    return [shown]
  }

  return { shownProduct, shownWaiting }
}
