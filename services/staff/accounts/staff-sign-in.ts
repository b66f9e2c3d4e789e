import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { LoginPayload } from "#contracts/identity/sign-in.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import { inSameTime } from "#platform/constant-time.ts"
import type { Cookies, Site } from "#services/call-request.ts"
import { staffPasswordOf } from "#services/identity/credentials/password.ts"
import { rememberDevice } from "#services/identity/devices/devices.ts"
import type { PeopleNeeds } from "#services/identity/needs.ts"
import { startSession } from "#services/identity/sessions/sessions.ts"
import { countLogIn } from "#services/identity/sign-in/log-in-limit.ts"
import type { SendSignInLink } from "#services/identity/sign-in/sign-in-links.ts"
import { findStaffMember, isStillGood, type StaffRow } from "./staff.store.ts"
import { isFactorAsked } from "./staff-standing.ts"

export type StaffSignInNeeds = Pick<
  PeopleNeeds,
  "database" | "clock" | "secrets" | "passwords" | "audit" | "rateLimits"
> & {
  /** Every staff member needs a second factor, whoever they serve. */
  secondFactorForAll: boolean
  sendSignInLink: SendSignInLink
  /** Lets this browser go on to the second factor. */
  beginSecondFactor: (tx: Queries, cookies: Cookies, userid: string) => Promise<void>
  /** Lets this browser go on to a new password. */
  beginNewPassword: (tx: Queries, cookies: Cookies, userid: string) => Promise<void>
}

interface StaffRequest {
  site: Site
  cookies: Cookies
  ip: string
}

/**
 * Signs staff in at the support site: username and password, no mailed code, and the second
 * factor where it is asked for.
 *
 * Errors: those of `countLogIn`, `signIn.linkSent` where the password was not compared,
 * `signIn.credentials`, `staff.disabled`.
 */
export async function signInStaff(
  needs: StaffSignInNeeds,
  request: StaffRequest & { body: LoginPayload },
) {
  const { database, audit } = needs
  const { username, password } = request.body
  const counted = await countLogIn(needs, request, deviceName(username))
  if (counted === undefined) return await refuseToCompare(needs, request, username)
  const staffMember = await findStaffMember(database, username)
  const right = await needs.passwords.isRight(
    password,
    staffMember && { stored: staffMember.passwordHash, owner: staffPasswordOf(staffMember.userid) },
  )
  if (!staffMember || !right || staffMember.disabledAt) {
    const wrong = !staffMember ? "username" : right ? "account disabled" : "password"
    await database.transaction((tx) =>
      audit.record(tx, {
        ...auditedOf(request, staffMember?.userid ?? null),
        action: "signIn.failed",
        actor: { kind: "visitor" },
        after: { wrong },
      }),
    )
    throw new ApiError(staffMember && right ? "staff.disabled" : "signIn.credentials")
  }
  const data = { email: "", messages: [] }
  return await database.transaction(async (tx) => {
    // The operator may have set another while this one was checked.
    if (!(await isStillGood(tx, staffMember))) throw new ApiError("signIn.credentials")
    if (isFactorAsked(staffMember, needs.secondFactorForAll)) {
      await needs.beginSecondFactor(tx, request.cookies, staffMember.userid)
      return {
        data,
        secondFactor: staffMember.hasSecondFactor ? ("code" as const) : ("enrol" as const),
      }
    }
    if (staffMember.mustChangePassword) {
      await needs.beginNewPassword(tx, request.cookies, staffMember.userid)
      return { data, mustChangePassword: true }
    }
    return { data, ...(await openStaffSession(tx, needs, request, staffMember, "password")) }
  })
}

/** Whatever the name and the password: the same answer, in the same time. */
async function refuseToCompare(
  { database, sendSignInLink }: StaffSignInNeeds,
  request: StaffRequest,
  username: string,
): Promise<never> {
  await inSameTime(async () => {
    const staffMember = await findStaffMember(database, username)
    const found =
      staffMember && !staffMember.disabledAt
        ? {
            firstName: staffMember.firstName,
            emailAddress: staffMember.email,
            subjectUserid: staffMember.userid,
            accountNumber: null,
          }
        : undefined
    const { client } = request.site
    await sendSignInLink(request, { client, userid: deviceName(username), found })
  })
  throw new ApiError("signIn.linkSent")
}

/** Opens the session of staff who have proven who they are, and puts it on record. */
export async function openStaffSession(
  tx: Queries,
  { clock, secrets, audit }: Pick<PeopleNeeds, "clock" | "secrets" | "audit">,
  request: StaffRequest,
  staffMember: Pick<StaffRow, "userid" | "username" | "firstName" | "lastName">,
  by: string,
): Promise<StoredUser> {
  const { userid, username, firstName, lastName } = staffMember
  await rememberDevice(tx, secrets, request.cookies, deviceName(username), clock.now())
  const accessToken = await startSession(tx, { clock, secrets }, request, {
    client: request.site.client,
    userid: null,
    accountNumber: null,
    staffUserid: userid,
  })
  await audit.record(tx, {
    ...auditedOf(request, userid),
    action: "signIn",
    actor: { kind: "staff", userid },
    after: { by },
  })
  return {
    access_token: accessToken,
    accountNumber: "",
    policyNumber: "",
    firstName,
    lastName,
    userid,
    isEmailSubscribed: false,
  }
}

/** No customer's userid holds a space, so the two cannot be mistaken for one another. */
function deviceName(username: string): string {
  return `staff ${username.toLowerCase()}`
}

/** What the record says of staff who log in at this site. */
export function auditedOf({ site, ip }: Pick<StaffRequest, "site" | "ip">, userid: string | null) {
  return { client: site.client, accountNumber: null, subjectUserid: userid, ip }
}
