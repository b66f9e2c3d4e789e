import { useQuery } from "@tanstack/react-query"
import { call } from "#web/calls/api.ts"
import { endOfCoverage } from "#web/products/product/planned.ts"
import type { Submission } from "../use-submission.ts"

/** Milliseconds between two reads: the reply to a payment does not wait for its posting. */
const readAgainAfter = 2_000
const mostReads = 5

/**
 * The last day that is covered after an accepted payment, as MM/DD/YYYY, if the account system has
 * posted the payment and then states a later day than before; otherwise "".
 */
export function useNewCoverage(submission: Submission): string {
  const key = submission.stage === "paid" ? submission.key : ""
  const { data } = useQuery({
    queryKey: ["coverageAfter", key],
    queryFn: ({ signal }) =>
      call("GET /myaccount-core/payNow", undefined, { idempotencyKey: key, signal }),
    enabled: key !== "",
    refetchInterval: ({ state: { data: read, dataUpdateCount } }) =>
      read?.coverage || dataUpdateCount >= mostReads ? false : readAgainAfter,
  })
  return endOfCoverage(data?.coverage ?? {})
}
