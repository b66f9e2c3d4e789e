import type { ScreenName } from "../screens.ts"

export const loginContents = ["login info", "welcome"] as const

/**
 * Managed content that the pages of public screens contain. It is separate from `screens`, so that
 * browsers load only the titles of the screen that they show.
 */
export const publicContents = {
  login: loginContents,
  forgotUsername: ["forgot username info"],
  forgotPassword: ["forgot password info"],
  accountDetails: ["registration note"],
  accessibility: ["accessibility statement"],
} as const satisfies Partial<Record<ScreenName, readonly string[]>>
