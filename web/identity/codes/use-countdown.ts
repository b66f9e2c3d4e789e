import { useEffect, useState } from "react"

/** Counts whole seconds down to 0. It reads the clock, because a hidden tab loses ticks. */
export function useCountdown(seconds: number): {
  left: number
  restart: (seconds: number) => void
} {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)

  useEffect(() => {
    function tick() {
      const now = secondsUntil(end, Date.now())
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [end])

  return { left, restart: (again) => setEnd(Date.now() + again * 1000) }
}

function secondsUntil(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1000))
}
