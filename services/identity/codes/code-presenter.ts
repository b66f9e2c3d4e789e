import { passcodeCoolDownSeconds } from "#contracts/identity/one-time-code-rules.ts"
import type { CodeAnswer } from "#contracts/identity/shapes.ts"
import type { Message } from "#contracts/messages.ts"
import type { Localize } from "#platform/localize.ts"
import { counted, waitingTime } from "#platform/text/words.ts"
import type { Checked, Sent } from "./one-time-codes.ts"

type Refused = Exclude<Checked<unknown>, { outcome: "right" }>

/** The message about a code that was not accepted, and whether another code must be requested. */
export async function refusalOf(
  localize: Localize,
  client: string,
  checked: Refused,
): Promise<{
  message: Message
  closed: { disableVerifyPassCode?: true; passCodeCoolDownPeriod?: number }
}> {
  const triesLeft = checked.outcome === "no attempt" ? 0 : checked.triesLeft
  const left = counted(triesLeft, "try", "tries")
  const id = refusals[checked.outcome][triesLeft > 0 ? "open" : "ended"]
  const message = await localize(client, id, { left })
  if (triesLeft > 0) return { message, closed: {} }
  const wait = checked.outcome === "no attempt" ? 0 : passcodeCoolDownSeconds
  return { message, closed: { disableVerifyPassCode: true, passCodeCoolDownPeriod: wait } }
}

const refusals = {
  wrong: { open: "passcode.wrong", ended: "passcode.ended" },
  expired: { open: "passcode.expired", ended: "passcode.ended" },
  "no attempt": { open: "passcode.attemptEnded", ended: "passcode.attemptEnded" },
} as const

/** The reply to a signed-in person who requests a code; `message` says where it was sent. */
export async function codeRequestReply(
  localize: Localize,
  client: string,
  sent: Sent,
  message: Message,
) {
  const reply = await resendReply(localize, client, sent.seconds)
  return { ...reply, ...(!sent.isOpen && { disableVerifyPassCode: true }), messages: [message] }
}

/** The reply to a code that was not accepted. */
export async function codeRefusal(
  localize: Localize,
  client: string,
  checked: Refused,
): Promise<CodeAnswer> {
  const { message, closed } = await refusalOf(localize, client, checked)
  return { status: "ERROR", statusMessage: message.content.join(" "), ...closed }
}

/** The reply to a request for another code; `seconds` is the wait, 0 if a code was sent. */
export async function resendReply(localize: Localize, client: string, seconds: number) {
  const message =
    seconds === 0
      ? await localize(client, "passcode.resent")
      : await localize(client, "passcode.coolDown", { wait: waitingTime(seconds) })
  return {
    status: seconds === 0 ? ("SUCCESS" as const) : ("ERROR" as const),
    statusMessage: message.content.join(" "),
    passCodeCoolDownPeriod: seconds || passcodeCoolDownSeconds,
    messages: [],
  }
}
