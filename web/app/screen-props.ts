import type { ScreenName } from "#contracts/screens.ts"

export interface ScreenProps {
  screen: ScreenName
  /** Fetches what the next screen needs, while the person is busy with this one. */
  preload: (next: ScreenName) => void
}
