import type { AutoPayDue } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"

/**
 * Reports a product that the account system lists as due but that is missing from the person's
 * account, such as one whose number lost its leading zeros in one of two reads. It cannot be
 * charged.
 */
export function reportMissingProduct(
  { adapterMetrics, log }: Pick<Deps, "adapterMetrics" | "log">,
  { client, policyNumber }: AutoPayDue,
): void {
  adapterMetrics.accountSystemFaults.inc({ fault: "noProduct" })
  log.error(
    { client, product: policyNumber },
    "The account system lists a product as due that its account does not have. It is not charged.",
  )
}
