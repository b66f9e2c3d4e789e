import type { Deps } from "#services/deps.ts"
import { findContradicted } from "../paying/payable.store.ts"
import type { PostingFailures } from "../paying/posting-failures.ts"
import { createCorrectionDecisions } from "./correction-decisions.ts"
import { createCorrectionPosting } from "./correction-posting.ts"
import { createCorrectionRecording } from "./correction-recording.ts"
import { createCorrectionRequests } from "./correction-requests.ts"
import {
  type Correction,
  findCorrection,
  findCorrections,
  findWaitingCorrections,
} from "./corrections.store.ts"
import { createReversalRequests } from "./reversal-requests.ts"
import { isReversed } from "./reversal-rules.ts"

export type { Contradicted } from "../paying/payable.store.ts"
export type { By } from "./correction-audit.ts"
export { amountToCredit, amountToWriteOff } from "./correction-rules.ts"
export type { Correction } from "./corrections.store.ts"
export { canReverse, canReverseRefund } from "./reversal-rules.ts"

/**
 * Credits, write-offs and their reversals by staff. They change what a product owes and move no
 * money.
 */
export function createCorrections(deps: Deps, postingFailures: PostingFailures) {
  const { database, clock } = deps
  const { postNow, job } = createCorrectionPosting(deps, postingFailures)
  const recording = createCorrectionRecording(deps)
  return {
    ...createCorrectionRequests(deps, recording, postNow),
    ...createReversalRequests(deps, recording, postNow),
    ...createCorrectionDecisions(deps, postNow),
    /** The correction with this id, if it belongs to one of these clients. */
    find: async (clients: string[], id: string) => await findCorrection(database, clients, id),
    /** The corrections of an account, newest first. */
    of: async (client: string, accountNumber: string) =>
      await findCorrections(database, client, accountNumber),
    /**
     * The payments of an account that can be released, because bills that they paid are open.
     * `all`: the account's corrections.
     */
    async contradicted(client: string, accountNumber: string, all: readonly Correction[]) {
      const found = await findContradicted(database, [client], { accountNumber })
      return found.filter(({ id }) => !isReversed(id, all, clock.now()))
    },
    /** The requests of these clients that wait for dual approval, oldest first. */
    waiting: async (clients: string[]) =>
      await findWaitingCorrections(database, clients, clock.now()),
    job,
  }
}

export type Corrections = ReturnType<typeof createCorrections>
