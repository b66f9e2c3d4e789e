import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { LoginPayload, PasscodeReply, signIn } from "#contracts/appauth/sign-in.ts"
import { Failure } from "#contracts/messages.ts"
import { passcodeCoolDownSeconds } from "#contracts/rules.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers } from "#services/request.ts"
import type { Say } from "#services/say.ts"
import { counted, maskedEmail, waitingTime } from "#services/words.ts"
import { createPasscodes, type PasscodeNeeds } from "./passcodes.ts"
import { isRightPassword } from "./password.ts"
import { startSession } from "./sessions.ts"
import { signInStaff } from "./staff-sign-in.ts"
import { findUser, type UserRow } from "./users.store.ts"

type LoginRequest = Pick<
  CallRequest<(typeof signIn)["POST /appauth/login"]>,
  "site" | "cookies" | "body"
>

/** Sign-in: username and password, then a one-time code by mail. Staff need no code. */
export function createSignIn(needs: PasscodeNeeds & { say: Say }) {
  const { database, clock, policyAdmin, say } = needs
  const passcodes = createPasscodes(needs)

  const handlers: Handlers<typeof signIn> = {
    async "POST /appauth/login"(request) {
      if (!request.site.isCustomerSite) return await signInStaff(database, clock, request)
      const user = await checkedUser(request)
      const address = maskedEmail(await passcodes.begin(request, user))
      const sent = await say(user.client, "signIn.codeSent", { email: address })
      return { data: { email: address, messages: [sent] } }
    },

    async "POST /appauth/passcode/verification"(request) {
      return await verify(request)
    },

    async "POST /appauth/passcode/resend"(request) {
      const user = await checkedUser(request)
      const seconds = await passcodes.another(request, user)
      const message =
        seconds === 0
          ? await say(user.client, "passcode.resent")
          : await say(user.client, "passcode.coolDown", { wait: waitingTime(seconds) })
      return {
        status: seconds === 0 ? "SUCCESS" : "ERROR",
        statusMessage: message.content.join(" "),
        passCodeCoolDownPeriod: seconds || passcodeCoolDownSeconds,
        messages: [],
      }
    },
  }

  async function verify(request: LoginRequest): Promise<PasscodeReply> {
    const { body } = request
    const passcode = body.passCode.replaceAll(/\s/g, "")
    const user = await findUser(database, body.client, body.username)
    const person = user && (await policyAdmin.person(user.client, user.accountNumber))
    if (!user || !person) return await refused(body, "no attempt", 0)
    const checked = await passcodes.check(request, user, passcode, (tx) =>
      startSession(tx, clock, request, {
        client: user.client,
        userid: user.userid,
        agentUserid: null,
      }),
    )
    if (checked.outcome !== "right") {
      const triesLeft = checked.outcome === "no attempt" ? 0 : checked.triesLeft
      return await refused(body, checked.outcome, triesLeft)
    }
    return {
      ...storedUserOf(user.userid, person, checked.result),
      status: "SUCCESS",
      statusMessage: "",
    }
  }

  async function refused(
    { client }: LoginPayload,
    outcome: "wrong" | "expired" | "no attempt",
    triesLeft: number,
  ): Promise<PasscodeReply> {
    const left = counted(triesLeft, "try", "tries")
    const message = await say(client, refusals[outcome][triesLeft > 0 ? "open" : "ended"], { left })
    const statusMessage = message.content.join(" ")
    if (triesLeft > 0) return { status: "ERROR", statusMessage }
    return {
      status: "ERROR",
      statusMessage,
      disableVerifyPassCode: true,
      passCodeCoolDownPeriod: outcome === "no attempt" ? 0 : passcodeCoolDownSeconds,
    }
  }

  /** Errors: `signIn.union` at a group without a union, `signIn.credentials`. */
  async function checkedUser({ site, body }: LoginRequest): Promise<UserRow> {
    if (!site.clients.includes(body.client)) throw new Failure("signIn.union")
    const user = await findUser(database, body.client, body.username)
    const right = await isRightPassword(body.password, user)
    if (!user || !right) throw new Failure("signIn.credentials")
    return user
  }

  return { handlers }
}

const refusals = {
  wrong: { open: "passcode.wrong", ended: "passcode.ended" },
  expired: { open: "passcode.expired", ended: "passcode.ended" },
  "no attempt": { open: "passcode.attemptEnded", ended: "passcode.attemptEnded" },
} as const

/** What the browser keeps of a customer's session. */
export function storedUserOf(userid: string, person: Person, accessToken: string): StoredUser {
  return {
    access_token: accessToken,
    accountNumber: person.accountNumber,
    policyNumber: person.policyNumber,
    firstName: person.firstName,
    lastName: person.lastName,
    userid,
    isEmailSubscribed: person.isEmailSubscribed,
  }
}
