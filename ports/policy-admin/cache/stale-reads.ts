import { AsyncLocalStorage } from "node:async_hooks"

/** A call that only shows data of the account system. */
interface ShownCall {
  /**
   * The time of the oldest cached answer that the call got; absent while the account system
   * answers.
   */
  asOf?: Date
}

const calls = new AsyncLocalStorage<ShownCall>()

/**
 * Runs a call that only shows data: while the account system is unavailable, its reads may return
 * cached answers. `asOf` is the time of the oldest one. Everything outside such a call, such as
 * payments, changes and jobs, gets `AccountSystemAway`.
 */
export async function allowStaleReads<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; asOf: Date | undefined }> {
  const call: ShownCall = {}
  const result = await calls.run(call, work)
  return { result, asOf: call.asOf }
}

/** Whether the current call only shows data. */
export function areStaleReadsAllowed(): boolean {
  return calls.getStore() !== undefined
}

/** Records that the call got an answer from `keptAt`. */
export function noteCachedAnswer(keptAt: Date): void {
  const call = calls.getStore()
  if (call && (!call.asOf || keptAt < call.asOf)) call.asOf = keptAt
}
