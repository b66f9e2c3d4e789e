import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import {
  type Account,
  type AnnouncedNextCharge,
  announcedCharge,
  isCounted,
  openOf,
  productOf,
  questionsOf,
} from "./announced-charge.ts"
import { findKnownCharges, type KnownCharges } from "./announced-charges.store.ts"
import { noticeDays } from "./announced-part.ts"
import { chargeFactsOf } from "./charge-facts.ts"

/** An announced charge, with the kind of the method that it uses. */
type OwnCharge = AnnouncedNextCharge & { methodKind: NonNullable<KnownCharges["methodKind"]> }

/**
 * The announced next charges of these products of one account, by policy number. With `hasFailed`
 * false, the caller knows that no payment of the account failed. Errors: `AccountSystemAway`.
 */
export async function announcedChargesOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: Account,
  policies: readonly Policy[],
  today: Temporal.PlainDate,
  hasFailed: boolean,
): Promise<Map<string, OwnCharge>> {
  const { database } = deps
  const { client } = account
  const firstDay = today.add({ days: noticeDays }).toString()
  const facts = chargeFactsOf(deps, account, policies, today)
  const allKnown = await findKnownCharges(database, client, policies.map(productOf), firstDay)
  const byPolicy = new Map(allKnown.map((one) => [one.policyNumber, one]))
  const found = await Promise.all(
    policies.map(async (policy): Promise<[string, OwnCharge][]> => {
      const { policyNumber } = policy
      const known = byPolicy.get(policyNumber)
      const all = openOf(known, policy)
      const isOnFirstDay = all.some(
        ({ kind, chargeOn }) => kind === "agreement" && chargeOn === firstDay,
      )
      // Only such an agreement counts or not depending on whether the run has begun.
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
