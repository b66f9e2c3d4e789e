import { Failure } from "#contracts/messages.ts"
import type { Account, Policy } from "#ports/policy-admin/port.ts"

/**
 * The account of the session, when it holds the product that the body names ("": none).
 *
 * Errors: `request.notFound`, alike for a product of somebody else and one of nobody.
 */
export function holderOf(account: Account | undefined, policyNumber: string): Account {
  if (!account) throw new Failure("request.notFound")
  if (policyNumber !== "") policyOf(account, policyNumber)
  return account
}

/** One product of this account. Errors: `request.notFound` when it is none of theirs. */
export function policyOf(account: Account | undefined, policyNumber: string): Policy {
  const policy = account?.products.find((product) => product.policyNumber === policyNumber)
  if (!policy) throw new Failure("request.notFound")
  return policy
}
