import { useMemo, useState } from "react"
import { readItem, writeItem } from "#web/calls/local-storage.ts"
import { accessToken, customerSession } from "#web/identity/session/session.ts"
import { useHydrated } from "#web/ui/hydration/hydrated.ts"

/**
 * A value of a history entry, which Back and reload restore. The entry holds only a name. The
 * values are stored per tab, so that the end of a session removes all of them at once. Not for
 * secrets, except one that works once and soon expires.
 */
interface Kept {
  value: unknown
  /** When it was stored, in milliseconds since 1970. */
  at: number
}

/** The state of a history entry with a value. */
export interface SavedState {
  kept: string
}

/** A registration lasts an hour, and no form takes longer to fill in. */
const lifeMilliseconds = 60 * 60_000

/**
 * In-memory replacement for the tab's storage, in a browser that stores nothing. A login or logout
 * empties it.
 */
let memory = { text: "{}", token: accessToken() }
let isWatching = false
let count = 0

/** Stores a value for a new history entry, and returns the `state` for `navigate`. */
export function savedState(value: unknown): SavedState {
  count += 1
  const kept = `${Date.now()}.${count}`
  keep(kept, value)
  return { kept }
}

/** The value of a screen's history entry. A value from an earlier release may have fewer fields. */
export function useKept<Value extends object>(initial: Value): [Value, (value: Value) => void] {
  const isHydrated = useHydrated()
  const kept = useMemo(() => (isHydrated ? readCached<Value>() : undefined), [isHydrated])
  const [value = { ...initial, ...kept }, setValue] = useState<Value>()

  function keepNext(next: Value) {
    setValue(next)
    saveInHistory(next)
  }
  return [value, keepNext]
}

/** The value of the current history entry. */
export function readCached<Value>(): Value | undefined {
  const name = nameInHistory()
  return name === undefined ? undefined : (all()[name]?.value as Value | undefined)
}

export function saveInHistory(value: unknown): void {
  const name = nameInHistory()
  if (name !== undefined) keep(name, value)
  else history.replaceState({ ...history.state, ...savedState(value) }, "")
}

/** Removes all values, so that Back does not show them to the next person at this device. */
export function forgetCached(): void {
  writeItem("keptOfTab", null)
  memory = { ...memory, text: "{}" }
}

function nameInHistory(): string | undefined {
  return (history.state as Partial<SavedState> | null)?.kept
}

function keep(name: string, value: unknown): void {
  const text = JSON.stringify({ ...all(), [name]: { value, at: Date.now() } })
  writeItem("keptOfTab", text)
  memory = { text: readItem("keptOfTab") === text ? "{}" : text, token: accessToken() }
  watch()
}

/** Starts with the first stored value. */
function watch(): void {
  if (isWatching) return
  isWatching = true
  customerSession.subscribe(() => {
    if (memory.token !== accessToken()) memory = { text: "{}", token: accessToken() }
  })
}

function all(): Record<string, Kept> {
  const text = readItem("keptOfTab") ?? memory.text
  const oldest = Date.now() - lifeMilliseconds
  try {
    const values = Object.entries(JSON.parse(text) as Record<string, Kept>)
    return Object.fromEntries(values.filter(([, { at }]) => at > oldest))
  } catch {
    // Another version or an extension wrote something else.
    return {}
  }
}
