import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import { CallError } from "#web/calls/api.ts"
import { readKept, useKept } from "#web/forms/kept-in-history.ts"
import { notify } from "#web/shell/notifications/notifications.ts"

/**
 * What a registration has gathered, as far as it has come. It travels in the history's entry of
 * each step, so that Back and reload keep it; a password or an answer is never part of it.
 */
export interface Registration {
  planNumber?: string
  /** The union that was picked at a client group. */
  unionClient?: string
  firstName?: string
  lastName?: string
  email?: string
  accountNumber?: string
  personNumber?: string
  /** Where the code went. */
  statusMessage?: string
  isVerified?: boolean
  /** Why there was an account before, where there was one. */
  banner?: string[]
  username?: string
  questionId?: string
}

export function readRegistration(): Registration {
  return readKept<Registration>() ?? {}
}

/** The registration of this step, and how what is typed becomes part of it. */
export function useRegistration(): [Registration, (changes: Registration) => void] {
  const [registration, keep] = useKept<Registration>({})
  return [registration, (changes) => keep({ ...registration, ...changes })]
}

type Step = "accountDetails" | "personalInfo" | "accountVerification" | "signInCreds"

export function goTo(step: Step, registration: Registration): void {
  navigate(screens[step].path, { state: registration })
}

/**
 * Goes back to the step from which the server can go on, with what was typed there.
 *
 * Errors: throws `error` on when it says nothing of the kind.
 */
export function stepBack(error: unknown, registration: Registration): void {
  const step = error instanceof CallError && stepFor(error)
  if (!step) throw error
  notify(error.messages, screens[step].path)
  goTo(step, { ...registration, isVerified: false })
}

function stepFor({ messages }: CallError): Step | undefined {
  const ids = messages.map(({ messageId }) => messageId)
  if (ids.includes("registration.restart")) return "accountDetails"
  if (ids.includes("registration.order")) return "personalInfo"
  return undefined
}
