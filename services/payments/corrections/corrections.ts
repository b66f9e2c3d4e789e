import type { Deps } from "#services/deps.ts"
import { createCorrectionDecisions } from "./correction-decisions.ts"
import { createCorrectionPosting } from "./correction-posting.ts"
import { createCorrectionRequests } from "./correction-requests.ts"
import { findCorrection, findCorrections, findWaitingCorrections } from "./corrections.store.ts"

export type { By } from "./correction-acts.ts"
export { amountToCredit, amountToWriteOff } from "./correction-rules.ts"
export type { Correction } from "./corrections.store.ts"

/** Credits and write-offs by staff. They lower what a product owes without a payment. */
export function createCorrections(deps: Deps) {
  const { database, clock } = deps
  const { postNow, job } = createCorrectionPosting(deps)
  return {
    ...createCorrectionRequests(deps, postNow),
    ...createCorrectionDecisions(deps, postNow),
    find: async (id: string) => await findCorrection(database, id),
    /** The corrections of an account, newest first. */
    of: async (client: string, accountNumber: string) =>
      await findCorrections(database, client, accountNumber),
    /** The requests of these clients that wait for dual approval, oldest first. */
    waiting: async (clients: string[]) =>
      await findWaitingCorrections(database, clients, clock.now()),
    job,
  }
}

export type Corrections = ReturnType<typeof createCorrections>
