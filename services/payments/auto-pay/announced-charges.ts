import type { Billing, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import {
  type AnnouncedAccount,
  type AnnouncedNextCharge,
  announcedCharge,
  announcedProductOf,
  isCounted,
  isOfOtherProduct,
  openOf,
  questionsOf,
} from "./announced-charge.ts"
import { findKnownCharges, type KnownCharges } from "./announced-charges.store.ts"
import { isAnnounced, noticeDays } from "./announced-part.ts"
import { chargeFactsOf } from "./charge-facts.ts"

/** An announced charge, with the kind of its method. */
type OwnCharge = AnnouncedNextCharge & { methodKind: NonNullable<KnownCharges["methodKind"]> }

/**
 * The known charges of these products of one account on `today`, by policy number, whether or not
 * its run has begun.
 */
export async function knownChargesOf(
  { database }: Pick<Deps, "database">,
  account: AnnouncedAccount,
  policies: readonly Policy[],
  today: Temporal.PlainDate,
): Promise<ReadonlyMap<string, KnownCharges>> {
  if (policies.length === 0) return new Map()
  const firstDay = today.add({ days: noticeDays }).toString()
  const products = policies.map((policy) => announcedProductOf(policy, account))
  const known = await findKnownCharges(database, account.client, products, firstDay)
  return new Map(known.map((one) => [one.policyNumber, one]))
}

/**
 * The announced next charges of these products of one account, by policy number. Pass `hasFailed`
 * as false if it is known that no payment of the account failed. Errors: `AccountSystemAway`.
 */
export async function announcedChargesOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: AnnouncedAccount,
  policies: readonly Policy[],
  today: Temporal.PlainDate,
  knownCharges: ReadonlyMap<string, KnownCharges>,
  hasFailed: boolean,
): Promise<Map<string, OwnCharge>> {
  const firstDay = today.add({ days: noticeDays }).toString()
  const facts = chargeFactsOf(deps, account, policies, today)
  const found = await Promise.all(
    policies.map(async (policy): Promise<[string, OwnCharge][]> => {
      const { policyNumber } = policy
      const known = knownCharges.get(policyNumber)
      const all = openOf(known, policy)
      const isOnFirstDay = all.some(
        ({ kind, chargeOn }) => kind === "agreement" && chargeOn === firstDay,
      )
      // Only for such an agreement does it matter whether the run has started.
      const hasRun = isOnFirstDay && (await facts.hasRun())
      const open = all.filter(
        (one) => isCounted(one, firstDay) || (hasRun && one.chargeOn === firstDay),
      )
      const questions = questionsOf(deps, account, policy, known, async () =>
        hasFailed ? await facts.failed(policyNumber) : [],
      )
      const charge = await announcedCharge(questions, open, policy, today)
      return charge ? [[policyNumber, { ...charge, methodKind: known?.methodKind ?? "card" }]] : []
    }),
  )
  return new Map(found.flat())
}

/** The open bills of a product on auto pay that auto pay leaves to the person. */
export interface LeftBills {
  /** The bills, oldest first. */
  bills: Billing["openAmounts"]
  /**
   * `charged`: their charge was made or will not be made, so they wait for the next bill.
   * `noMethod`: the account does not have the method. `otherProduct`: the number now stands for
   * another product.
   */
  why: "charged" | "noMethod" | "otherProduct"
}

/**
 * The bills that no auto pay charge will pay when they are due. Auto pay announces each bill once:
 * it charges bills that are not announced yet, and bills with an open announcement. It leaves a
 * bill whose announcement has ended, such as the rest of a bill that rose, or a bill that a refund
 * opened again.
 */
export function leftBills(policy: Policy, known: KnownCharges | undefined): LeftBills {
  const { openAmounts, skippedDueDates } = policy.billing
  // A debit that the customer skipped has its own text.
  const bills = openAmounts.filter(({ dueDate }) => !skippedDueDates.includes(dueDate))
  if (!known || known.methodKind === null) return { bills, why: "noMethod" }
  if (isOfOtherProduct(known, policy)) return { bills, why: "otherProduct" }
  const open = openOf(known, policy)
  const ended = bills.filter(
    ({ dueDate }) =>
      dueDate <= (known.announcedThrough ?? "") && !open.some((one) => isAnnounced(one, dueDate)),
  )
  return { bills: ended, why: "charged" }
}
