import { useState } from "react"

/**
 * Keeps a form's values in the history entry of its screen: Back and reload restore them, and they
 * end with the tab. Not for secrets.
 */
export function useKept<Value>(initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => readKept<Value>() ?? initial)

  function keep(next: Value) {
    setValue(next)
    history.replaceState(stateOf(next), "")
  }
  return [value, keep]
}

/** The state to pass to a screen, so that it finds it as its own. */
export function stateOf<Value>(kept: Value): { kept: Value } {
  return { kept }
}

/** The values in this history entry, if any. */
export function readKept<Value>(): Value | undefined {
  return (history.state as { kept?: Value } | null)?.kept
}
