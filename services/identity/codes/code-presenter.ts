import { passcodeCoolDownSeconds } from "#contracts/identity/one-time-code-rules.ts"
import type { CodeAnswer } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { Localize } from "#platform/localize.ts"
import { counted, waitingTime } from "#platform/text/words.ts"
import type { Checked, Sent } from "./one-time-codes.ts"

type Refused = Exclude<Checked<unknown>, { outcome: "right" }>

/** The message about a rejected code, and whether the person must request another code. */
export async function codeRefusalOf(
  localize: Localize,
  client: string,
  checked: Refused,
): Promise<{
  message: Message
  closed: { disableVerifyPassCode?: true; passCodeCoolDownPeriod?: number }
}> {
  const triesLeft = checked.outcome === "no attempt" ? 0 : checked.triesLeft
  const left = counted(triesLeft, "try", "tries")
  const id = refusalId(checked)
  const message = await localize(client, id, { left })
  if (triesLeft > 0) return { message, closed: {} }
  const wait = checked.outcome === "no attempt" ? 0 : passcodeCoolDownSeconds
  return { message, closed: { disableVerifyPassCode: true, passCodeCoolDownPeriod: wait } }
}

function refusalId(checked: Refused) {
  if (checked.outcome === "no attempt") {
    return checked.hasCookie ? "passcode.attemptEnded" : "passcode.noAttempt"
  }
  return checked.triesLeft > 0 ? (`passcode.${checked.outcome}` as const) : "passcode.ended"
}

/**
 * The reply to a known person who requests a code. `message` names the address of the newest code.
 * It is not used if this browser cannot enter any code.
 */
export async function codeRequestReply(
  localize: Localize,
  client: string,
  sent: Sent,
  message: Message,
) {
  const reply = await resendReply(localize, client, sent)
  if (sent.isOpen) return { ...reply, messages: [message] }
  const ended = await localize(client, "passcode.attemptEnded")
  return { ...reply, disableVerifyPassCode: true, messages: [ended] }
}

/** The reply to a rejected code. */
export async function codeRefusal(
  localize: Localize,
  client: string,
  checked: Refused,
): Promise<CodeAnswer> {
  const { message, closed } = await codeRefusalOf(localize, client, checked)
  return { status: "ERROR", statusMessage: message.content.join(" "), ...closed }
}

/**
 * The reply to a request for another code. With `isTyped`, the person typed the address, and the
 * reply must not reveal whether it is the one on file.
 */
export async function resendReply(
  localize: Localize,
  client: string,
  { seconds, isNew }: Sent,
  { isTyped = false } = {},
) {
  const id = resent[isTyped ? "typed" : "onFile"][isNew ? "first" : "next"]
  const message =
    seconds === 0
      ? await localize(client, id)
      : await localize(client, "passcode.coolDown", { wait: waitingTime(seconds) })
  return {
    status: seconds === 0 ? ("SUCCESS" as const) : ("ERROR" as const),
    statusMessage: message.content.join(" "),
    passCodeCoolDownPeriod: seconds || passcodeCoolDownSeconds,
    messages: [],
  }
}

const resent = {
  onFile: { first: "passcode.resentNew", next: "passcode.resent" },
  typed: { first: "passcode.resentNewIfOnFile", next: "passcode.resentIfOnFile" },
} as const
