import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { call } from "#web/calls/api.ts"
import type { Billing, CardFrames } from "../../fields/contract.ts"
import { gatewayForm } from "../../fields/open.ts"
import { reportUnreachable } from "../../fields/report-unreachable.ts"

export interface OpenFrames {
  /** Undefined until the gateway's script is loaded. */
  frames: CardFrames | undefined
  /** Whether the frames could not be loaded. */
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
    setFrames(undefined)
    reportUnreachable(error)
  }
  const failed = useEffectEvent(fail)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens new frames
  useEffect(() => {
    if (!isWanted) return
    let opened: CardFrames | undefined
    let isOver = false
    const done = (found: CardFrames) => {
      if (isOver) return found.close()
      opened = found
      setFrames(found)
    }
    openCard().then(done, (error: unknown) => isOver || failed(error))
    return () => {
      isOver = true
      opened?.close()
      setFrames(undefined)
    }
  }, [isWanted, attempt])

  return {
    frames,
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
