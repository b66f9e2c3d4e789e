import { useSyncExternalStore } from "react"

/** A value that components and plain functions can read and change. */
export interface Store<Value> {
  get(): Value
  set(next: Value): void
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** `onServer` returns the value for server rendering, if it can differ. */
export function useStore<Value>(
  store: Pick<Store<Value>, "get" | "subscribe">,
  onServer = store.get,
): Value {
  return useSyncExternalStore(store.subscribe, store.get, onServer)
}
