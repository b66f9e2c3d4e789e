import { useSyncExternalStore } from "react"

const onServer = () => false

/** Whether the browser has no connection. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, onServer)
}

function isOffline(): boolean {
  return !navigator.onLine
}

function subscribe(onChange: () => void): () => void {
  addEventListener("online", onChange)
  addEventListener("offline", onChange)
  return () => {
    removeEventListener("online", onChange)
    removeEventListener("offline", onChange)
  }
}
