import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import { CallError } from "#web/calls/api.ts"
import { readCached, savedState, useKept } from "#web/forms/history-state.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import type { Pause } from "../codes/use-countdown.ts"

/**
 * The data of a registration so far. It is stored in the history entry of
 * each step, so that Back and reload keep it. It never holds a password or an answer.
 */
export interface Registration {
  planNumber?: string
  /** The union that was chosen at a client group. */
  unionClient?: string
  firstName?: string
  lastName?: string
  email?: string
  accountNumber?: string
  personNumber?: string
  /** Where the code went. */
  statusMessage?: string
  /** The pause before another code: the server's seconds, and when they began. */
  codePause?: Pause
  isVerified?: boolean
  /** The reactivation notice, for a person who had an account before. */
  banner?: string[]
  username?: string
  questionId?: string
}

export function readRegistration(): Registration {
  return readCached<Registration>() ?? {}
}

/** The registration of this step, and a function that adds what was typed. */
export function useRegistration(): [Registration, (changes: Registration) => void] {
  const [registration, keep] = useKept<Registration>({})
  return [registration, (changes) => keep({ ...registration, ...changes })]
}

export type RegistrationStep =
  | "accountDetails"
  | "personalInfo"
  | "accountVerification"
  | "signInCreds"

export function goTo(step: RegistrationStep, registration: Registration): void {
  navigate(screens[step].path, { state: savedState(registration) })
}

/**
 * Returns to the step from which the server can continue, with the fields as typed.
 *
 * Errors: throws `error` again when it does not ask for an earlier step.
 */
export function stepBack(error: unknown, registration: Registration): void {
  const step = error instanceof CallError && stepFor(error)
  if (!step) throw error
  notify(error.messages, screens[step].path)
  goTo(step, { ...registration, isVerified: false })
}

function stepFor({ messages }: CallError): RegistrationStep | undefined {
  const ids = messages.map(({ messageId }) => messageId)
  if (ids.includes("registration.restart")) return "accountDetails"
  if (ids.includes("registration.order")) return "personalInfo"
  return undefined
}
