import CallHelp from "#web/brands/call-help.tsx"
import { messagesOf } from "#web/calls/api.ts"
import { Alert } from "#web/ui/alert.tsx"

/** The messages of a failed call, with the phone number if they ask the person to call. */
export function FailureAlert({ error }: { error: unknown }) {
  const messages = messagesOf(error)
  return (
    <>
      <Alert tone="warning" content={messages.flatMap(({ content }) => content)} />
      <CallHelp messages={messages} />
    </>
  )
}
