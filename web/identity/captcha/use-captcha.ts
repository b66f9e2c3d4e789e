import { useEffect, useRef, useState } from "react"
import { botText, type CaptchaAction } from "#contracts/identity/captcha.ts"
import type { Message } from "#contracts/messages.ts"
import { ownScript } from "#web/app/own-script.ts"
import { CallError, call } from "#web/calls/api.ts"
import * as texts from "../sign-in/texts.ts"
import solver from "./solve.worker.ts?worker&url"

/**
 * Solves a proof of work for an action in a worker, so that the page stays responsive.
 *
 * Errors: `CallError`, also when this browser cannot solve it; nothing else, unless `signal` aborts.
 */
async function prove(action: CaptchaAction, signal: AbortSignal): Promise<string> {
  const challenge = await call("GET /appauth/security/challenge", undefined, {
    query: { action },
    signal,
  })
  const solution = await solveInWorker(challenge, signal)
  return btoa(JSON.stringify({ challenge, solution }))
}

/** Errors: `CallError`, with the bot message if the server takes the browser for a bot. */
async function checkProofOfWork(proof: string): Promise<void> {
  const { isBot } = await call("POST /appauth/security/bot", { token: proof })
  if (isBot) throw new CallError([bot], { status: 422 })
}

/** Whether a call failed because its proof was rejected. */
function isTakenForBot(error: unknown): boolean {
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

export type CaptchaState = "checking" | "done" | "bot" | "failed"

export interface Captcha {
  state: CaptchaState
  /** Repeats the check after a failure. */
  checkAgain: () => void
  /**
   * Makes a call that needs a proof of work: waits for the check, and uses up its proof.
   *
   * Errors: those of `work`, and `CallError` if the check fails or takes the person for a bot.
   */
  protect: <Result>(work: (proof: string) => Promise<Result>) => Promise<Result>
}

/** The server accepts a proof for 20 minutes. A form that stays open longer requests a new one. */
const freshMilliseconds = 15 * 60_000

/** Runs the bot check in the background as soon as the form appears. */
export function useCaptcha(action: CaptchaAction): Captcha {
  const [state, setState] = useState<CaptchaState>("checking")
  const task = useRef<Task | null>(null)

  function begin(): Task {
    task.current?.end()
    const started = startTask(action)
    task.current = started
    setState("checking")
    started.proof.then(
      () => task.current === started && setState("done"),
      () => task.current === started && setState("failed"),
    )
    return started
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again only for another action
  useEffect(() => {
    begin()
    return () => {
      task.current?.end()
      task.current = null
    }
  }, [action])

  async function protect<Result>(work: (proof: string) => Promise<Result>): Promise<Result> {
    const isUsable = task.current && state !== "failed" && isFresh(task.current)
    const proof = await (isUsable && task.current ? task.current : begin()).proof
    try {
      await checkProofOfWork(proof)
      return await work(proof)
    } catch (error) {
      if (isTakenForBot(error)) setState("bot")
      // After any error, the proof may be used up.
      else if (task.current) begin()
      throw error
    }
  }

  return { state, checkAgain: begin, protect }
}

interface Task {
  proof: Promise<string>
  startedAt: number
  end(): void
}

function startTask(action: CaptchaAction): Task {
  const leaving = new AbortController()
  return {
    proof: prove(action, leaving.signal),
    startedAt: Date.now(),
    end: () => leaving.abort(),
  }
}

function isFresh(task: Task): boolean {
  return Date.now() - task.startedAt < freshMilliseconds
}
