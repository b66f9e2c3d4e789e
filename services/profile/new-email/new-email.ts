import { randomUUID } from "node:crypto"
import type { CodeAnswer } from "#contracts/identity/shapes.ts"
import { ApiError, type Message } from "#contracts/messages.ts"
import type { newEmail } from "#contracts/profile/new-email.ts"
import { newEmailHours } from "#contracts/profile/new-email-life.ts"
import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import { auditedBy } from "#services/audit/audit.ts"
import type {
  CallRequest,
  Cookies,
  CustomerSession,
  Handlers,
  Site,
} from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import { refuseBlocked } from "../contact/contact.ts"
import type { ContactChanges } from "../contact/contact-changes.ts"
import {
  deleteExpiredNewEmails,
  deleteNewEmail,
  findNewEmail,
  lockNewEmail,
  type NewEmailRow,
  replaceNewEmail,
} from "./new-email.store.ts"

/** Codes to an address that is not on file yet; see services/identity/codes/new-email-codes.ts. */
export interface NewEmailCodes {
  /** Errors: `passcode.tooManyCodes`. */
  send(
    request: { site: Site; cookies: Cookies },
    to: { client: string; userid: string; id: string; address: string },
    message: Message,
  ): Promise<CodeAnswer & { messages: Message[] }>
  /** Runs `work` in the transaction that consumes the code. */
  check(
    request: { cookies: Cookies },
    to: { client: string; userid: string; id: string },
    passCode: string,
    work: (tx: Queries) => Promise<void>,
  ): Promise<{ isRight: true } | { isRight: false; isCounted: boolean; refusal: CodeAnswer }>
}

type Verification = CallRequest<
  (typeof newEmail)["POST /myaccount-core/profile/email/verification"]
>
/** A call that requests a code: a profile change, or the call for another code. */
type Asking = { site: Site; session: CustomerSession; cookies: Cookies; ip: string }

/**
 * Attempts while other changes of the contact data come first. After these, something else is
 * wrong.
 */
const turns = 3

/**
 * A customer's new email address takes effect when the customer enters the code sent to it. Until
 * then all emails go to the address on file, so that a typing error does not lock the customer out.
 */
export function createNewEmail(
  deps: Deps,
  {
    contactChanges,
    codes,
    registeredUsers,
  }: { contactChanges: ContactChanges; codes: NewEmailCodes; registeredUsers: RegisteredUsers },
) {
  const { database, clock, policyAdmin, audit, localize } = deps

  const handlers: Handlers<typeof newEmail> = {
    async "POST /myaccount-core/profile/email/code"(request) {
      const asked = await waitingFor(request.session, await personOf(request.session))
      if (!asked) throw new ApiError("newEmail.none")
      return await send(request, asked)
    },

    async "POST /myaccount-core/profile/email/verification"(request) {
      const { session, body } = request
      const person = await personOf(session)
      const asked = await waitingFor(session, person)
      if (!asked) throw new ApiError("newEmail.none")
      if (asked.toAddress !== body.emailAddress) throw new ApiError("newEmail.replaced")
      refuseBlocked(person.editBlocked.save || person.editBlocked.email)
      const checked = await codes.check(request, asked, body.passCode, async (tx) => {
        if (!(await lockNewEmail(tx, asked))) throw new ApiError("newEmail.replaced")
        await registeredUsers.endOtherSessions(tx, session)
      })
      if (!checked.isRight) {
        if (checked.isCounted) await recordFailure(request)
        return { ...checked.refusal, messages: [] }
      }
      await putOnFile(request, asked, person)
      const saved = await localize(session.client, "profile.savedEmail")
      return { status: "SUCCESS", statusMessage: "", messages: [saved] }
    },

    async "DELETE /myaccount-core/profile/email"({ session, ip }) {
      const { client, accountNumber } = session
      await database.transaction(async (tx) => {
        const gone = await deleteNewEmail(tx, client, accountNumber)
        if (!gone) return
        const after = { address: gone.toAddress }
        await audit.record(tx, { ...auditedBy(session, ip), action: "newEmail.cancel", after })
      })
      return { messages: [await localize(client, "newEmail.cancelled")] }
    },
  }

  /**
   * The person's new address that is waiting for its code; undefined once another address is on
   * file.
   */
  async function waitingFor(
    { client, accountNumber, userid }: CustomerSession,
    person: Person,
  ): Promise<NewEmailRow | undefined> {
    const row = await findNewEmail(database, client, accountNumber, clock.now())
    const isStill = row?.userid === userid && row.fromAddress === person.emailAddress
    return isStill && row.toAddress !== person.emailAddress ? row : undefined
  }

  /**
   * Saves the requested address, in place of any other waiting one, and emails it a code.
   * Requesting the same address again is the same change. If no code may be sent now, the change
   * still waits, and the call for another code returns the reason.
   */
  async function ask(request: Asking, person: Person, toAddress: string): Promise<void> {
    const { session, ip } = request
    const earlier = await waitingFor(session, person)
    const isSame = earlier?.toAddress === toAddress
    const { client, accountNumber, userid } = session
    const fromAddress = person.emailAddress
    const row = { id: randomUUID(), client, accountNumber, userid, fromAddress, toAddress }
    if (!isSame) {
      const now = clock.now()
      const expiresAt = later(now, { hours: newEmailHours })
      await database.transaction(async (tx) => {
        await replaceNewEmail(tx, { ...row, now, expiresAt })
        const after = { address: toAddress }
        await audit.record(tx, { ...auditedBy(session, ip), action: "newEmail.ask", after })
      })
    }
    try {
      await send(request, isSame ? earlier : row)
    } catch (error) {
      const isWaiting = error instanceof ApiError && error.messageId === "passcode.tooManyCodes"
      if (!isWaiting) throw error
    }
  }

  async function send(request: Asking, asked: NewEmailRow) {
    const { client, userid, id, toAddress: address } = asked
    // Shown in full, so that the customer notices a typing error.
    const message = await localize(client, "newEmail.codeSent", { email: address })
    return await codes.send(request, { client, userid, id, address }, message)
  }

  /** Errors: `newEmail.none`, `profile.changedMeanwhile`, `request.notFound`. */
  async function putOnFile(
    { site, session, ip }: Verification,
    { fromAddress, toAddress }: NewEmailRow,
    read: Person,
  ): Promise<void> {
    let before = read
    for (let turn = 1; ; turn++) {
      // Another change has since set a newer address.
      if (before.emailAddress !== fromAddress) throw new ApiError("newEmail.none")
      const change = {
        client: session.client,
        before,
        after: {
          address: before.address,
          phoneNumber: before.phoneNumber,
          emailAddress: toAddress,
        },
        siteAddress: site.origin,
        action: "contact.change",
        by: auditedBy(session, ip),
      } as const
      try {
        await contactChanges.change(change, () => registeredUsers.isRegistered(session))
        return
      } catch (error) {
        const isOther = error instanceof ApiError && error.messageId === "profile.changedMeanwhile"
        if (!isOther || turn === turns) throw error
        before = await personOf(session)
      }
    }
  }

  async function recordFailure({ session, ip }: Verification): Promise<void> {
    const entry = { ...auditedBy(session, ip), action: "newEmail.failed" } as const
    await database.transaction((tx) => audit.record(tx, entry))
  }

  /** Errors: `request.notFound`. */
  async function personOf({ client, accountNumber }: CustomerSession): Promise<Person> {
    const person = await policyAdmin.person(client, accountNumber)
    if (!person) throw new ApiError("request.notFound")
    return person
  }

  return {
    handlers,
    ask,
    waitingFor,
    forgetExpired: () => deleteExpiredNewEmails(database, clock.now()),
  }
}

export type NewEmail = Pick<ReturnType<typeof createNewEmail>, "ask" | "waitingFor">
