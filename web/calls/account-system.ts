import { createStore } from "./store.ts"

/** While the account system is away: how old the data of the screen are. */
export interface Away {
  /** An ISO timestamp; absent where no kept data are shown. */
  asOf?: string | undefined
  path: string
}

/** Null while the account system answers. */
export const accountSystemAway = createStore<Away | null>(null)

/** Notes a reply that shows that the account system is away. `keptAt` is the time of its kept data. */
export function noteAway(keptAt: string | null): void {
  const { pathname: path } = location
  const known = accountSystemAway.get()
  const shown = known?.path === path ? known.asOf : undefined
  // A screen of several replies is as old as the oldest one.
  const asOf = keptAt && shown ? (keptAt < shown ? keptAt : shown) : (keptAt ?? shown)
  accountSystemAway.set({ asOf, path })
}
