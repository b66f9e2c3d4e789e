import type { Account, Person, Policy, PolicyDetail } from "../port.ts"

// Cached data refuse every payment and change, as a running account system can do. So each screen
// shows that with its existing words.

/**
 * The account with `reason` for why nothing can be paid or changed. The functions below do the same
 * for other answers.
 */
export function pausedAccount(account: Account | undefined, reason: string): Account | undefined {
  if (!account) return undefined
  const { person, products } = account
  return { person: pausedPerson(person, reason), products: pausedPolicies(products, reason) }
}

export function pausedPerson<Value extends Person | undefined>(
  person: Value,
  reason: string,
): Value {
  if (!person) return person
  const editBlocked = { address: reason, phoneNumber: reason, email: reason, save: reason }
  return { ...person, editBlocked }
}

export function pausedPolicies<Value extends Policy[] | undefined>(
  policies: Value,
  reason: string,
): Value {
  return policies?.map((policy) => pausedPolicy(policy, reason)) as Value
}

export function pausedPolicy<Value extends Policy | undefined>(
  policy: Value,
  reason: string,
): Value {
  if (!policy) return policy
  return {
    ...policy,
    billing: { ...policy.billing, payNowBlocked: reason, changeBlocked: reason },
  }
}

export function pausedDetail(
  detail: PolicyDetail | undefined,
  reason: string,
): PolicyDetail | undefined {
  return detail && { ...detail, policy: pausedPolicy(detail.policy, reason) }
}
