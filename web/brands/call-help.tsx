import { needsPhoneNumber, type Said } from "./asks-to-call.ts"
import { HelpLine } from "./help-line.tsx"
import { useClient } from "./init.ts"

/** The phone number below messages that ask to call without naming it. */
export default function CallHelp({ messages }: { messages: readonly Said[] }) {
  const { clientPhoneNumber } = useClient()
  return needsPhoneNumber(messages, clientPhoneNumber) ? <HelpLine /> : null
}
