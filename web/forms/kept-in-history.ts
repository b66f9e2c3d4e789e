import { useState } from "react"

/**
 * What a form holds, kept in the history's entry of its screen: Back and reload bring it back, and
 * it ends with the tab. Not for secrets.
 */
export function useKept<Value>(initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => readKept<Value>() ?? initial)

  function keep(next: Value) {
    setValue(next)
    history.replaceState(stateOf(next), "")
  }
  return [value, keep]
}

/** What goes with the way to a screen, so that it finds it as its own. */
export function stateOf<Value>(kept: Value): { kept: Value } {
  return { kept }
}

/** What this entry of the history holds, if anything. */
export function readKept<Value>(): Value | undefined {
  return (history.state as { kept?: Value } | null)?.kept
}
