import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import { CallError } from "#web/calls/api.ts"
import { readCached, savedState, useKept } from "#web/forms/history-state.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import type { Pause } from "../codes/use-countdown.ts"

/**
 * The data of a registration so far, stored in the history entry of each step for Back and reload.
 * It never contains a password or an answer.
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
  /** Names the address that received the code. */
  statusMessage?: string
  /** The pause before another code can be requested. */
  codePause?: Pause
  isVerified?: boolean
  /** The reactivation notice, for a person who has had an account before. */
  banner?: string[]
  username?: string
  questionId?: string
}

export function readRegistration(): Registration {
  return readCached<Registration>() ?? {}
}

/** The registration at this step, and a function that adds typed values to it. */
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
 * Errors: rethrows `error` if it does not require an earlier step.
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
