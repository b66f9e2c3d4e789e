import { ApiError } from "#contracts/messages.ts"
import type { Account, Policy, PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { CustomerSession } from "../call-request.ts"

/**
 * The account of the session, when it holds the product that the body names ("": none). Every call
 * whose body has a `policyNumber` asks this, also where it is about the account as a whole: another
 * person's number is never passed over.
 *
 * Errors: `request.notFound`, alike for a product of somebody else and one of nobody.
 */
export async function holderOf(
  policyAdmin: Pick<PolicyAdmin, "account">,
  { client, accountNumber }: Pick<CustomerSession, "client" | "accountNumber">,
  policyNumber: string,
): Promise<Account> {
  const account = await policyAdmin.account(client, accountNumber)
  if (!account) throw new ApiError("request.notFound")
  if (policyNumber !== "") policyOf(account, policyNumber)
  return account
}

/** One product of this account. Errors: `request.notFound` when it is none of theirs. */
export function policyOf(account: Account, policyNumber: string): Policy {
  const policy = account.products.find((product) => product.policyNumber === policyNumber)
  if (!policy) throw new ApiError("request.notFound")
  return policy
}
