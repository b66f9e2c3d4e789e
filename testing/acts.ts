import { AsyncLocalStorage } from "node:async_hooks"
import { channel } from "node:diagnostics_channel"

/**
 * Tells what a test and its calls do from what jobs and the gateway's reports do in the same process.
 * Acts are numbered as they begin; jobs and reports have the number 0.
 */
const numbers = new AsyncLocalStorage<number>()
let acts = 0

function nextNumber(): number {
  acts += 1
  return acts
}

const handling = channel("tracing:fastify.request.handler:start")
handling.bindStore(numbers, (message) => {
  const { request } = message as { request: { url: string } }
  return request.url.startsWith("/gateway-reports/") ? 0 : nextNumber()
})

/** Whether the running code belongs to an act or to a call of the server, and to no job. */
export function isInAct(): boolean {
  return (numbers.getStore() ?? 0) > 0
}

/**
 * Does `work` as an act of the test. In it, `isPart()` says whether the running code belongs to the
 * act or to a call that the server began to handle since.
 */
export function act<Result>(work: (isPart: () => boolean) => Promise<Result>): Promise<Result> {
  const number = nextNumber()
  return numbers.run(number, () => work(() => (numbers.getStore() ?? 0) >= number))
}
