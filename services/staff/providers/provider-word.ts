import { earlier } from "#platform/time.ts"
import type { AccountProvider } from "../accounts/staff.store.ts"
import type { StaffSignIn } from "./staff-sign-in-ways.ts"

/** How long a provider's confirmation of a person is valid. */
const confirmationHours = 1
/**
 * When the provider is contacted again: early enough to retry for half an hour while it is
 * unavailable.
 */
export const recheckMinutes = 30

/**
 * Whether an account may be used now: a local one if local accounts are allowed; a provider's one
 * if its confirmation is valid.
 */
export function isVouchedFor(
  provider: AccountProvider | null,
  { providers, allowsLocalAccounts }: StaffSignIn,
  now: Date,
): boolean {
  if (provider === null) return allowsLocalAccounts
  const isKnown = providers.some(
    ({ name, issuer }) => name === provider.name && issuer === provider.issuer,
  )
  return isKnown && provider.checkedAt > earlier(now, { hours: confirmationHours })
}
