import type { ScreenName } from "#contracts/screens.ts"

export interface ScreenProps {
  screen: ScreenName
  /** Prefetches the next screen while the customer works on this one. */
  preload: (next: ScreenName) => void
}
