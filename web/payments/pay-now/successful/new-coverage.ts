import { useQuery } from "@tanstack/react-query"
import { call } from "#web/calls/api.ts"
import { endOfCoverage, type Planned } from "#web/products/product/planned.ts"
import type { Submission } from "../use-submission.ts"

/** Milliseconds between two reads: the reply to a payment does not wait for its posting. */
const readAgainAfter = 2_000
const mostReads = 5

/**
 * The coverage after an accepted payment. `before`: the one at submission, which a bank debit keeps
 * until the bank has paid. `reading`: the payment may not be posted yet. `after`: the account system
 * has posted the payment and states a later end. `unstated`: it states no later end in time.
 */
export interface NewCoverage {
  stage: "before" | "reading" | "after" | "unstated"
  planned: Planned
}

interface Read {
  coverage?: Planned | undefined
  count: number
}

export function useNewCoverage(submission: Submission, before: Planned): NewCoverage {
  const paid = submission.stage === "paid" ? submission : undefined
  const isDebit = paid?.standing.mayBeReturned === "Y"
  const isRead = paid !== undefined && !isDebit
  const key = paid?.key ?? ""
  const { data } = useQuery({
    queryKey: ["coverageAfter", key],
    async queryFn({ signal, client, queryKey }): Promise<Read> {
      const count = (client.getQueryData<Read>(queryKey)?.count ?? 0) + 1
      const asked = { idempotencyKey: key, signal }
      const reply = await call("GET /myaccount-core/payNow", undefined, asked).catch(
        () => undefined,
      )
      return { coverage: reply?.coverage, count }
    },
    enabled: isRead,
    refetchInterval: ({ state: { data: read } }) => (isOver(read) ? false : readAgainAfter),
  })
  if (isRead && data?.coverage) return { stage: "after", planned: data.coverage }
  if (!isRead || endOfCoverage(before) === "") return { stage: "before", planned: before }
  return { stage: isOver(data) ? "unstated" : "reading", planned: before }
}

function isOver(read: Read | undefined): boolean {
  return read?.coverage !== undefined || (read?.count ?? 0) >= mostReads
}
