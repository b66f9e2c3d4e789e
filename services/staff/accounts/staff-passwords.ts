import { isSamePassword } from "#contracts/identity/password-rules.ts"
import { ApiError } from "#contracts/messages.ts"
import type { staffPassword } from "#contracts/staff/staff-password.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import { later } from "#platform/time.ts"
import type { Cookies, Handlers, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkPassword } from "#services/identity/checks.ts"
import { passwordChangedEmail } from "#services/identity/credentials/credentials-email.ts"
import { staffPasswordOf } from "#services/identity/credentials/password.ts"
import { passwordLimit } from "#services/identity/sign-in/guessing-limits.ts"
import { insertStaffAttempt } from "../second-factor/second-factor.store.ts"
import { attemptMinutes, attemptSecretOf } from "../second-factor/second-factor.ts"
import { endSessionsOfStaff, findStaffMemberOf, type StaffRow } from "./staff.store.ts"
import {
  endOtherSessionsOfStaff,
  endProvenAttempt,
  findProvenAttempt,
  proveStaffAttempt,
  replaceStaffPassword,
} from "./staff-passwords.store.ts"
import { auditedSignIn, openStaffSession } from "./staff-session.ts"

/** Staff replace their initial password, and change their password later. */
export function createStaffPasswords(deps: Deps) {
  const { database, clock, secrets, passwords, rateLimits, audit, localize } = deps

  const handlers: Handlers<typeof staffPassword> = {
    async "POST /appauth/staff/newPassword"(request) {
      const { site, cookies, body } = request
      const secret = attemptSecretOf(site, cookies)
      const secretHash = secrets.hash("staff attempt", secret)
      const attempt = await findProvenAttempt(database, secretHash, clock.now())
      // The cookie is bound to the owner of the attempt, so that a forged row cannot change the
      // owner.
      const isOwn = attempt && secrets.isBound("staff attempt", secret, attempt.userid)
      const staffMember = isOwn ? await findStaffMemberOf(database, attempt.userid) : undefined
      if (!attempt || !staffMember) throw new ApiError("secondFactor.restart")
      const brand = await deps.brandOf(site.client, site.origin)
      const newHash = await checkedHash(staffMember, body.password, brand)
      const user = await database.transaction(async (tx) => {
        const now = clock.now()
        const isReplaced = await replaceStaffPassword(tx, staffMember, newHash)
        const isFirst = isReplaced && (await endProvenAttempt(tx, secretHash, now))
        if (!isFirst) throw new ApiError("secondFactor.restart")
        await endSessionsOfStaff(tx, staffMember.userid, now)
        const opened = await openStaffSession(tx, deps, request, staffMember, attempt.provenBy)
        await changed(tx, request, { staffMember, brand })
        return opened
      })
      cookies.clear("staff")
      deps.wakeEmail()
      return { ...user, messages: [await localize(site.client, "staff.passwordChosen")] }
    },

    async "PUT /appauth/staff/password"(request) {
      const { site, session, body } = request
      if (isSamePassword(body.password, body.currentPassword)) throw new ApiError("password.same")
      const staffMember = await findStaffMemberOf(database, session.staffUserid)
      if (!staffMember) throw new ApiError("password.wrong")
      if (staffMember.provider !== null) throw new ApiError("staff.passwordAtProvider")
      const brand = await deps.brandOf(site.client, site.origin)
      await check(staffMember, body.password, brand)
      // Only a person with a session of this staff member can use up this limit.
      await rateLimits.consume(`old passwords of staff ${staffMember.userid}`, {
        ...passwordLimit,
        message: "agent.tooMany",
      })
      const owner = staffPasswordOf(staffMember.userid)
      const stored = staffMember.passwordHash
      const isRight = await passwords.isRight(body.currentPassword, { stored, owner })
      if (!isRight) throw new ApiError("password.wrong")
      const newHash = await passwords.hash(body.password, owner)
      await database.transaction(async (tx) => {
        // The password was replaced in the meantime.
        if (!(await replaceStaffPassword(tx, staffMember, newHash)))
          throw new ApiError("password.wrong")
        await endOtherSessionsOfStaff(tx, staffMember.userid, session.id, clock.now())
        await changed(tx, request, { staffMember, brand })
      })
      deps.wakeEmail()
      return { messages: [await localize(site.client, "password.changed")] }
    },
  }

  /** Errors: `password.weak`, `password.guessable`. */
  async function check(staffMember: StaffRow, password: string, { clientName }: EmailBrand) {
    const { username, firstName, lastName, email } = staffMember
    await checkPassword(password, {
      clientName,
      username,
      firstName,
      lastName,
      emailAddress: email,
    })
  }

  /** Errors: those of `check`, and `password.same` if the password is not a new one. */
  async function checkedHash(staffMember: StaffRow, password: string, brand: EmailBrand) {
    await check(staffMember, password, brand)
    const owner = staffPasswordOf(staffMember.userid)
    const isSame = await passwords.isRight(password, { stored: staffMember.passwordHash, owner })
    if (isSame) throw new ApiError("password.same")
    return await passwords.hash(password, owner)
  }

  async function changed(
    tx: Queries,
    request: { site: Site; ip: string },
    { staffMember, brand }: { staffMember: StaffRow; brand: EmailBrand },
  ): Promise<void> {
    const { userid, firstName, email } = staffMember
    const message = passwordChangedEmail({ brand, firstName, policyNumber: "", at: clock.now() })
    await deps.outbox.add(tx, addressed(message, brand, email))
    await audit.record(tx, {
      ...auditedSignIn(request, userid),
      action: "staff.password.change",
      actor: { kind: "staff", userid },
    })
  }

  /**
   * Lets this browser choose a new password, after the right password and without a second factor.
   */
  async function begin(tx: Queries, cookies: Cookies, userid: string): Promise<void> {
    const secret = secrets.bound("staff attempt", userid)
    const secretHash = secrets.hash("staff attempt", secret)
    const expiresAt = later(clock.now(), { minutes: attemptMinutes })
    await insertStaffAttempt(tx, { secretHash, userid, expiresAt })
    await proveStaffAttempt(tx, secretHash, "password", expiresAt)
    cookies.set("staff", secret)
  }

  return { handlers, begin }
}
