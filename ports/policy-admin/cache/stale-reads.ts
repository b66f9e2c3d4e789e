import { AsyncLocalStorage } from "node:async_hooks"

/** A call that only shows what the account system says. */
interface ShownCall {
  /** The age of the oldest kept answer that it got; absent while the account system answers. */
  asOf?: Date
}

const calls = new AsyncLocalStorage<ShownCall>()

/**
 * Runs a call that only shows data: while the account system is away, its reads may get kept
 * answers. `asOf` is the moment of the oldest one. Everything outside of such a call, such as
 * payments, changes and jobs, gets `AccountSystemAway`.
 */
export async function allowStaleReads<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; asOf: Date | undefined }> {
  const call: ShownCall = {}
  const result = await calls.run(call, work)
  return { result, asOf: call.asOf }
}

/** Whether a call that only shows data asks now. */
export function areStaleReadsAllowed(): boolean {
  return calls.getStore() !== undefined
}

/** Notes that the call got an answer from `keptAt`. */
export function noteCachedAnswer(keptAt: Date): void {
  const call = calls.getStore()
  if (call && (!call.asOf || keptAt < call.asOf)) call.asOf = keptAt
}
