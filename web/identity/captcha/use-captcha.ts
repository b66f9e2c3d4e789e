import { useEffect, useRef, useState } from "react"
import type { CaptchaAction } from "#contracts/identity/captcha.ts"
import { checkProofOfWork, isTakenForBot, prove } from "./proof-of-work.ts"

export type CaptchaState = "checking" | "done" | "bot" | "failed"

export interface Captcha {
  state: CaptchaState
  /** Checks once more, after a failure. */
  checkAgain: () => void
  /**
   * Makes a call that needs a proof of work. It waits for the check and uses up the proof.
   *
   * Errors: those of `work`, and `CallError` when the check fails or takes the person for a bot.
   */
  protect: <Result>(work: (proof: string) => Promise<Result>) => Promise<Result>
}

/** The server accepts a proof for 20 minutes. A form that stays open longer gets a new one. */
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
