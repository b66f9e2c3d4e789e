import { botText, type CaptchaAction } from "#contracts/identity/captcha.ts"
import type { Message } from "#contracts/messages.ts"
import { ownScript } from "#web/app/own-script.ts"
import { CallError, call } from "#web/calls/api.ts"
import solver from "./solve.worker.ts?worker&url"
import * as texts from "./texts.ts"

/**
 * Solves a proof of work for an action in a worker, so that the page stays responsive.
 *
 * Errors: `CallError`, also when this browser cannot solve it; nothing else, unless `signal` aborts.
 */
export async function prove(action: CaptchaAction, signal: AbortSignal): Promise<string> {
  const challenge = await call("GET /appauth/security/challenge", undefined, {
    query: { action },
    signal,
  })
  const solution = await solveInWorker(challenge, signal)
  return btoa(JSON.stringify({ challenge, solution }))
}

/** Errors: `CallError`, with the bot message when the server takes the browser for a bot. */
export async function checkProofOfWork(proof: string): Promise<void> {
  const { isBot } = await call("POST /appauth/security/bot", { token: proof })
  if (isBot) throw new CallError([bot], { status: 422 })
}

/** Whether a call failed because its proof was refused. */
export function isTakenForBot(error: unknown): boolean {
  return (
    error instanceof CallError &&
    error.messages.some(({ messageId }) => messageId === bot.messageId)
  )
}

function solveInWorker(challenge: object, signal: AbortSignal): Promise<unknown> {
  const worker = new Worker(ownScript(solver), { type: "module" })
  const solution = new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new CallError([unsolved], { status: 0, cause }))
    worker.onmessage = ({ data }) => (data === null ? fail("no solution was found") : resolve(data))
    worker.onerror = (event) => fail(event.message)
    signal.addEventListener("abort", () => reject(signal.reason))
    worker.postMessage(challenge)
  })
  return solution.finally(() => worker.terminate())
}

const bot: Message = { type: "ERROR", content: [botText], messageId: "captcha.bot" }

const unsolved: Message = {
  type: "ERROR",
  content: [texts.checkFailedCallUs],
  messageId: "captcha.unsolved",
}
