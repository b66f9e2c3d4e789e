import type { ReplyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import type { LoginPayload } from "#contracts/identity/sign-in.ts"
import type { Message } from "#contracts/messages.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { readCached, saveInHistory } from "#web/forms/history-state.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { loginPayload } from "../sign-in/login-payload.ts"
import type { CodeAnswer } from "./code-form.tsx"
import * as texts from "./texts.ts"

/** The credentials that the server accepted, and its reply. */
export interface CodeSent {
  payload: LoginPayload
  reply: ReplyOf<Endpoints["POST /appauth/login"]>
  /** In a client group, the host where the person continues after the login. */
  unionHostName: string | null
}

/** A login for which the server expects a code. */
export interface CodeStep {
  /** The login data, without the password if the page was reloaded. */
  payload: LoginPayload
  messages: Message[]
  unionHostName: string | null
  /** Absent if a code was sent just now. */
  first?: CodeAnswer
}

/**
 * The part of a step that is stored in the history entry. The secret is in the cookie of the
 * attempt.
 */
type Kept = Pick<LoginPayload, "username" | "client" | "clientName"> &
  Pick<CodeStep, "unionHostName">

export function stepOf({ payload, reply, unionHostName }: CodeSent): CodeStep {
  const { data, status, statusMessage = "", ...paused } = reply
  const step = {
    payload: { ...payload, email: data.email },
    messages: data.messages,
    unionHostName,
  }
  return status ? { ...step, first: { status, statusMessage, ...paused } } : step
}

export function keepStep({ payload, unionHostName }: CodeStep): void {
  const { username, client, clientName } = payload
  saveInHistory({ username, client, clientName, unionHostName } satisfies Kept)
}

export function forgetStep(): void {
  saveInHistory(undefined)
}

/**
 * The step of this history entry, if the server still expects its code. Otherwise explains why it
 * ended.
 */
export async function resumeStep(): Promise<CodeStep | undefined> {
  const kept = readCached<Kept>()
  if (!kept) return undefined
  const { username, client, clientName, unionHostName } = kept
  try {
    const reply = await call("POST /appauth/passcode/waiting", { username, client })
    if (reply.isOpen) {
      const site = { client, clientName, isCustomerUser: true }
      const payload = await loginPayload({ username, password: "" }, site)
      const { messages, passCodeCoolDownPeriod } = reply
      const first = { status: "SUCCESS", statusMessage: "", passCodeCoolDownPeriod }
      return { payload, messages, unionHostName, first }
    }
    notify([{ type: "INFO", content: [texts.logInAgain], messageId: "passcode.ended" }])
  } catch (error) {
    notify(messagesOf(error))
  }
  forgetStep()
  return undefined
}
