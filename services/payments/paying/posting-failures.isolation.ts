import { earlier } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { ids, shared } from "#testing/second-tenant/keys.ts"
import { retryPosting } from "./posting-failures.store.ts"

const anHourAgo = earlier(shared.noon, { hours: 1 })

/** The rows that both clients have under the same id. */
const subjects = [
  `payment ${ids.payment.settled}`,
  `refund ${ids.refund.made}`,
  `credit ${ids.correction.approved}`,
]

export const postingFailureCases: IsolationCase[] = subjects.map((subject) => ({
  name: `postAgain of a ${subject.split(" ")[0]}`,
  run: (tx, client) => retryPosting(tx, { client, subject }, anHourAgo),
}))
