import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { claimAuthenticating } from "./authentications.store.ts"
import { findPaymentByKey, type Payment } from "./payments.store.ts"
import { claimSeconds } from "./state-changes.ts"

/** Continues payments that wait until the customer has confirmed them with their bank (3-D Secure). */
export function createAuthentication(
  { database, clock }: Deps,
  { run }: { run(payment: Payment, person: "here" | "givesUp"): Promise<string | undefined> },
) {
  /**
   * Asks the gateway whether the customer has confirmed the payment, or gives it up. Returns the
   * payment, and the address of the bank's page ("" if it does not ask any more); undefined if there
   * is no such payment.
   */
  return async function authenticate(
    owner: Pick<Payment, "client" | "accountNumber">,
    key: string,
    isGivenUp: boolean,
  ): Promise<{ payment: Payment; address: string } | undefined> {
    const claimedUntil = later(clock.now(), { seconds: claimSeconds })
    const claimed = await claimAuthenticating(database, owner, key, claimedUntil)
    const address = claimed && (await run(claimed, isGivenUp ? "givesUp" : "here"))
    const payment = await findPaymentByKey(database, owner.client, owner.accountNumber, key)
    return payment && { payment, address: address ?? "" }
  }
}
