import { useQuery } from "@tanstack/react-query"
import { call } from "#web/calls/api.ts"
import type { Planned } from "#web/products/product/planned.ts"
import type { Submission } from "../use-submission.ts"

/** Milliseconds between two reads: the reply to a payment does not wait for its posting. */
const readAgainAfter = 2_000
const mostReads = 5

/**
 * The coverage after an accepted payment, if the account system has posted the payment and then
 * states a later day than before; otherwise `before`, the coverage that was shown at submission.
 */
export function useNewCoverage(submission: Submission, before: Planned): Planned {
  const key = submission.stage === "paid" ? submission.key : ""
  const { data } = useQuery({
    queryKey: ["coverageAfter", key],
    queryFn: ({ signal }) =>
      call("GET /myaccount-core/payNow", undefined, { idempotencyKey: key, signal }),
    enabled: key !== "",
    refetchInterval: ({ state: { data: read, dataUpdateCount } }) =>
      read?.coverage || dataUpdateCount >= mostReads ? false : readAgainAfter,
  })
  return data?.coverage ?? before
}
