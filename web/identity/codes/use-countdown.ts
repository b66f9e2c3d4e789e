import { useEffect, useState } from "react"
import { passcodeCoolDownSeconds } from "#contracts/identity/one-time-code-rules.ts"

/** A pause before another code can be requested, which survives a reload. */
export interface Pause {
  seconds: number
  /** When it began, in milliseconds since 1970 by the device's clock. */
  since: number
}

/** Starts a pause of as many seconds as the server sent. */
export function pauseOf(seconds: number = passcodeCoolDownSeconds): Pause {
  return { seconds, since: Date.now() }
}

/** The remaining whole seconds; 0 if the clock was set back by more than the pause. */
export function secondsLeft({ seconds, since }: Pause, now: number): number {
  const passed = Math.abs(now - since) / 1000
  return Math.max(0, Math.ceil(seconds - passed))
}

/**
 * Counts whole seconds down to 0. It reads the clock, because timers of hidden tabs are delayed.
 */
export function useCountdown(first: Pause): {
  left: number
  restart: (pause: Pause) => void
} {
  const [pause, restart] = useState(first)
  const [left, setLeft] = useState(() => secondsLeft(first, Date.now()))

  useEffect(() => {
    function tick() {
      const now = secondsLeft(pause, Date.now())
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [pause])

  return { left, restart }
}
