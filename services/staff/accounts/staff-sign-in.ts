import type { LoginPayload } from "#contracts/identity/sign-in.ts"
import { plainUsername } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import { inSameTime } from "#platform/constant-time.ts"
import type { Cookies } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { staffPasswordOf } from "#services/identity/credentials/password.ts"
import { countSignIn } from "#services/identity/sign-in/guessing-limits.ts"
import { limitSignInStep } from "#services/identity/sign-in/limited-sign-in.ts"
import type { SendSignInLink } from "#services/identity/sign-in/sign-in-links.ts"
import { findStaffMember, isStillGood } from "./staff.store.ts"
import {
  auditedSignIn,
  deviceOwnerOf,
  openStaffSession,
  type StaffRequest,
} from "./staff-session.ts"
import { needsSecondFactor } from "./staff-standing.ts"

type SignInRequest = StaffRequest & { body: LoginPayload }

/** Lets this browser continue with the next step of the sign-in. */
type BeginStep = (tx: Queries, cookies: Cookies, userid: string) => Promise<void>

/**
 * The sign-in of staff: username and password, no emailed code, and a second factor if required.
 */
export function createStaffSignIn(
  deps: Deps,
  {
    sendSignInLink,
    beginSecondFactor,
    beginNewPassword,
  }: {
    sendSignInLink: SendSignInLink
    beginSecondFactor: BeginStep
    beginNewPassword: BeginStep
  },
) {
  const { database, passwords, audit, secondFactorForAll } = deps

  /**
   * `POST /appauth/login` at the support site.
   *
   * Errors: those of `countSignIn`, `signIn.linkSent` if the password was not compared,
   * `signIn.credentials`, `staff.disabled`, `staff.useProvider` if there are no local accounts.
   */
  async function beginSignIn(request: SignInRequest) {
    const counted = { site: "staff", step: "password" } as const
    return await limitSignInStep(deps.signInMetrics, counted, () => begin(request))
  }

  async function begin(request: SignInRequest) {
    if (!deps.staffSignIn.allowsLocalAccounts) throw new ApiError("staff.useProvider")
    const { username, password } = request.body
    const counted = await countSignIn(deps, request, deviceOwnerOf(request.site, username))
    if (counted === undefined) return await refuseToCompare(request)
    const staffMember = await findLocal(username)
    const isRight = await passwords.isRight(
      password,
      staffMember && {
        stored: staffMember.passwordHash,
        owner: staffPasswordOf(staffMember.userid),
      },
    )
    if (!staffMember || !isRight || staffMember.disabledAt) {
      const wrong = !staffMember ? "username" : isRight ? "account disabled" : "password"
      await recordFailure(request, staffMember?.userid ?? null, wrong)
      throw new ApiError(staffMember && isRight ? "staff.disabled" : "signIn.credentials")
    }
    const data = { email: "", messages: [] }
    const { userid, passwordHash } = staffMember
    const renewed = passwords.isCurrent(passwordHash)
      ? undefined
      : await passwords.hash(password, staffPasswordOf(userid))
    return await database.transaction(async (tx) => {
      // The operator may have set another password during the check.
      if (!(await isStillGood(tx, staffMember, renewed))) throw new ApiError("signIn.credentials")
      if (needsSecondFactor(staffMember, secondFactorForAll)) {
        await beginSecondFactor(tx, request.cookies, staffMember.userid)
        const secondFactor = staffMember.hasSecondFactor ? ("code" as const) : ("enrol" as const)
        return { data, secondFactor }
      }
      if (staffMember.mustChangePassword) {
        await beginNewPassword(tx, request.cookies, staffMember.userid)
        return { data, mustChangePassword: true }
      }
      return { data, ...(await openStaffSession(tx, deps, request, staffMember, "password")) }
    })
  }

  /** An account of an identity provider has no password. */
  async function findLocal(username: string) {
    const staffMember = await findStaffMember(database, plainUsername(username))
    return staffMember?.provider === null ? staffMember : undefined
  }

  async function recordFailure(request: SignInRequest, userid: string | null, wrong: string) {
    await database.transaction((tx) =>
      audit.record(tx, {
        ...auditedSignIn(request, userid),
        action: "signIn.failed",
        actor: { kind: "visitor" },
        after: { wrong },
      }),
    )
  }

  /** Gives the same reply in the same time for every username and password. */
  async function refuseToCompare(request: SignInRequest): Promise<never> {
    const { username } = request.body
    await inSameTime(async () => {
      const staffMember = await findLocal(username)
      const found =
        staffMember && !staffMember.disabledAt
          ? {
              firstName: staffMember.firstName,
              policyNumber: "",
              emailAddress: staffMember.email,
              subjectUserid: staffMember.userid,
              accountNumber: null,
            }
          : undefined
      await sendSignInLink(request, { ...deviceOwnerOf(request.site, username), found })
    })
    throw new ApiError("signIn.linkSent")
  }

  return { beginSignIn }
}
