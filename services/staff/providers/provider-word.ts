import { earlier } from "#platform/time.ts"
import type { AccountProvider } from "../accounts/staff.store.ts"
import type { StaffSignIn } from "./staff-sign-in-ways.ts"

/** The word of a provider about a person counts for this long. */
const wordHours = 1
/** When it is asked again: early enough to try for half an hour while the provider is away. */
export const recheckMinutes = 30

/** Whether an account may be used now: a local one while those are allowed, and one of a provider on its word. */
export function isVouchedFor(
  provider: AccountProvider | null,
  { providers, allowsLocalAccounts }: StaffSignIn,
  now: Date,
): boolean {
  if (provider === null) return allowsLocalAccounts
  const isKnown = providers.some(
    ({ name, issuer }) => name === provider.name && issuer === provider.issuer,
  )
  return isKnown && provider.checkedAt > earlier(now, { hours: wordHours })
}
