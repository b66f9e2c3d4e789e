import { ApiError } from "#contracts/messages.ts"
import type { Account, Policy, PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { CustomerSession } from "../call-request.ts"

/**
 * The account of the session, if it holds the product in the body ("" for none). Every call with a
 * `policyNumber` in its body checks this, even if the call is about the whole account.
 *
 * Errors: `product.gone`, both for another customer's product and for one that does not exist;
 * `account.gone` if the account system no longer has the account.
 */
export async function sessionAccount(
  policyAdmin: Pick<PolicyAdmin, "account">,
  { client, accountNumber }: Pick<CustomerSession, "client" | "accountNumber">,
  policyNumber: string,
): Promise<Account> {
  const account = await policyAdmin.account(client, accountNumber)
  if (!account) throw new ApiError("account.gone")
  if (policyNumber !== "") policyOf(account, policyNumber)
  return account
}

/**
 * The active products of the session's customer, and the product in the body, for calls that need
 * no other product. Includes the check of `sessionAccount`.
 *
 * Errors: same as `sessionAccount`.
 */
export async function sessionProducts(
  policyAdmin: Pick<PolicyAdmin, "activeProducts">,
  { client, accountNumber }: Pick<CustomerSession, "client" | "accountNumber">,
  policyNumber: string,
): Promise<Pick<Account, "products">> {
  const products = await policyAdmin.activeProducts(client, accountNumber, policyNumber)
  if (!products) throw new ApiError("account.gone")
  if (policyNumber !== "") policyOf({ products }, policyNumber)
  return { products }
}

/** One product of the session's customer. Errors: `product.gone` if they do not hold it. */
export async function sessionProduct(
  policyAdmin: Pick<PolicyAdmin, "product">,
  { client, accountNumber }: Pick<CustomerSession, "client" | "accountNumber">,
  policyNumber: string,
): Promise<Policy> {
  const product = await policyAdmin.product(client, accountNumber, policyNumber)
  if (!product) throw new ApiError("product.gone")
  return product
}

/** Runs the check of `sessionAccount`, for calls that need no product. */
export async function checkHeld(
  policyAdmin: Pick<PolicyAdmin, "activeProducts" | "product">,
  session: Pick<CustomerSession, "client" | "accountNumber">,
  policyNumber: string,
): Promise<void> {
  if (policyNumber === "") await sessionProducts(policyAdmin, session, policyNumber)
  else await sessionProduct(policyAdmin, session, policyNumber)
}

/** One product of this account. Errors: `product.gone` if the account does not hold it. */
export function policyOf({ products }: Pick<Account, "products">, policyNumber: string): Policy {
  const policy = products.find((product) => product.policyNumber === policyNumber)
  if (!policy) throw new ApiError("product.gone")
  return policy
}
