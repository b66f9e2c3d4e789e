import { ApiError } from "#contracts/messages.ts"
import type { Account, Policy, PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { CustomerSession } from "../call-request.ts"

/**
 * The account of the session, if it holds the product that the body names ("": none). Every call
 * with a `policyNumber` in its body checks this, even if the call is about the whole account.
 *
 * Errors: `request.notFound`, both for another customer's product and for one that does not exist.
 */
export async function sessionAccount(
  policyAdmin: Pick<PolicyAdmin, "account">,
  { client, accountNumber }: Pick<CustomerSession, "client" | "accountNumber">,
  policyNumber: string,
): Promise<Account> {
  const account = await policyAdmin.account(client, accountNumber)
  if (!account) throw new ApiError("request.notFound")
  if (policyNumber !== "") policyOf(account, policyNumber)
  return account
}

/** One product of this account. Errors: `request.notFound` when the account does not hold it. */
export function policyOf(account: Account, policyNumber: string): Policy {
  const policy = account.products.find((product) => product.policyNumber === policyNumber)
  if (!policy) throw new ApiError("request.notFound")
  return policy
}
