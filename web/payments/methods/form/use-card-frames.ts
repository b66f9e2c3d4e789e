import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { call } from "#web/calls/api.ts"
import type { Billing, CardFrames } from "../../fields/contract.ts"
import { gatewayForm } from "../../fields/open.ts"
import { reportUnreachable } from "../../fields/report-unreachable.ts"

export interface OpenFrames {
  /** Undefined until the gateway's script is loaded. */
  frames: CardFrames | undefined
  /** Grows with each new attempt, in which frames that are open keep their text. */
  attempt: number
  /** Whether some of the frames could not be loaded. */
  hasFailed: boolean
  tryAgainButton: RefObject<HTMLButtonElement | null>
  fail: (error: unknown) => void
  tryAgain: () => void
  /** Errors: `EntryRefused`, `GatewayUnreachable`. */
  token: (billing: Billing) => Promise<string>
}

/** The gateway's frames for the number, expiration date and security code of a new card. */
export function useCardFrames(isWanted: boolean): OpenFrames {
  const [attempt, setAttempt] = useState(0)
  const [frames, setFrames] = useState<CardFrames>()
  const [hasFailed, setFailed] = useState(false)
  const tryAgainButton = useRef<HTMLButtonElement>(null)

  const lastFailed = useRef(-1)
  function fail(error: unknown) {
    // The frames of one attempt often fail together.
    if (lastFailed.current === attempt) return
    lastFailed.current = attempt
    setFailed(true)
    reportUnreachable(error)
  }
  const failed = useEffectEvent(fail)

  const isOpen = frames !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt keeps frames that are open
  useEffect(() => {
    if (!isWanted || isOpen) return
    let isOver = false
    const done = (found: CardFrames) => (isOver ? found.close() : setFrames(found))
    openCard().then(done, (error: unknown) => isOver || failed(error))
    return () => {
      isOver = true
    }
  }, [isWanted, attempt])
  useEffect(() => {
    if (!frames) return
    return () => {
      frames.close()
      setFrames(undefined)
    }
  }, [frames])

  // The frame that had the focus is hidden now.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (hasFailed && isLost) tryAgainButton.current?.focus()
  }, [hasFailed])

  return {
    frames,
    attempt,
    hasFailed,
    tryAgainButton,
    fail,
    tryAgain() {
      setFailed(false)
      setAttempt(attempt + 1)
    },
    async token(billing) {
      if (!frames) throw new Error("A card without frames was submitted.")
      return await frames.token(billing)
    },
  }
}

async function openCard(): Promise<CardFrames> {
  const gateway = await call("GET /myaccount-core/paymentGateway")
  const form = await gatewayForm(gateway)
  return await form.openCard(gateway)
}
