import { createStore } from "./store.ts"

/** State while the account system is away, with the age of the data on the screen. */
export interface Away {
  /** An ISO timestamp; absent if the screen does not show stored data. */
  asOf?: string | undefined
  path: string
}

/** Null while the account system answers. */
export const accountSystemAway = createStore<Away | null>(null)

/** The number of places on the screen that explain that the account system is away. */
export const placesOfAway = createStore(0)

/**
 * Records that a reply was served while the account system is away. `keptAt` is the time of its
 * stored data.
 */
export function noteAway(keptAt: string | null): void {
  const { pathname: path } = location
  const known = accountSystemAway.get()
  const shown = known?.path === path ? known.asOf : undefined
  // A screen with several replies is as old as the oldest one.
  const asOf = keptAt && shown ? (keptAt < shown ? keptAt : shown) : (keptAt ?? shown)
  accountSystemAway.set({ asOf, path })
}
