import { earlier } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { shared, sharedId } from "#testing/second-tenant/rows.store.ts"
import { retryPosting } from "./posting-failures.store.ts"

const anHourAgo = earlier(shared.noon, { hours: 1 })

/** The rows that both clients have under the same id. */
const subjects = [`payment ${sharedId(3)}`, `refund ${sharedId(12)}`, `credit ${sharedId(11)}`]

export const postingFailureCases: IsolationCase[] = subjects.map((subject) => ({
  name: `postAgain of a ${subject.split(" ")[0]}`,
  run: (tx, client) => retryPosting(tx, { client, subject }, anHourAgo),
}))
