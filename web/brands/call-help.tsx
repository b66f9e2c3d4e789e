import { useIsAway } from "#web/shell/account-system/while-away.ts"
import { needsPhoneNumber, type Said } from "./asks-to-call.ts"
import { HelpLine } from "./help-line.tsx"
import { useClient } from "./init.ts"

interface CallHelpProps {
  messages: readonly Said[]
  /** Whether the place is below the banner of an account system that is away, which has the number. */
  isBelowBanner?: boolean
}

/** The phone number below messages that ask to call without naming it. */
export default function CallHelp({ messages, isBelowBanner = false }: CallHelpProps) {
  const { clientPhoneNumber } = useClient()
  const isAway = useIsAway()
  if (isBelowBanner && isAway) return null
  return needsPhoneNumber(messages, clientPhoneNumber) ? <HelpLine /> : null
}
