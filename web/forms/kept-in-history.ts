import { useState } from "react"

/**
 * A value in the history entry of a screen: Back and reload restore it, and it ends with the tab.
 * Not for secrets.
 */
export function useKept<Value>(initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => readKept<Value>() ?? initial)

  function keep(next: Value) {
    setValue(next)
    keepInHistory(next)
  }
  return [value, keep]
}

/** The value in the current history entry. `navigate` puts it there as its `state`. */
export function readKept<Value>(): Value | undefined {
  return (history.state as Value | null) ?? undefined
}

export function keepInHistory(value: unknown): void {
  history.replaceState(value, "")
}
