import { useEffect, useRef, useState } from "react"
import type { CaptchaAction } from "#contracts/rules.ts"
import { checkProofOfWork, isTakenForBot, prove } from "./proof-of-work.ts"

export type CaptchaState = "checking" | "done" | "bot" | "failed"

export interface Captcha {
  state: CaptchaState
  /** Checks once more, after a failure. */
  checkAgain: () => void
  /**
   * Makes a call that needs a proof; it waits for the check, and the proof is used up by it.
   *
   * Errors: those of `work`, and `CallError` when the check fails or takes the visitor for a bot.
   */
  protect: <Result>(work: (proof: string) => Promise<Result>) => Promise<Result>
}

/** The server takes a proof for 20 minutes; a form that was left open that long gets a new one. */
const freshMilliseconds = 15 * 60_000

/** Checks in the background that the visitor is no bot, from when the form is there. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew for another action only
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
      // Whatever it was, the proof may be used up.
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
