import { randomBytes } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import { encodeQR } from "qr"
import { withoutSeparators } from "#contracts/digits.ts"
import { isPasscode } from "#contracts/identity/one-time-code-rules.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { ApiError } from "#contracts/messages.ts"
import type { secondFactor } from "#contracts/staff/second-factor.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import { counted } from "#platform/text/words.ts"
import { later } from "#platform/time.ts"
import type { CallRequest, Cookies, Handlers, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { limitSignInStep } from "#services/identity/sign-in/limited-sign-in.ts"
import { endSessionsOfStaff } from "../accounts/staff.store.ts"
import { proveStaffAttempt } from "../accounts/staff-passwords.store.ts"
import { auditedSignIn, openStaffSession } from "../accounts/staff-session.ts"
import {
  consumeStaffTry,
  countRecoveryCodes,
  endStaffAttempt,
  findFactor,
  findStaffAttempt,
  insertStaffAttempt,
  lockStaffOf,
  replaceRecoveryCodes,
  type StaffAttempt,
  takeStep,
  useRecoveryCode,
  writePendingFactor,
} from "./second-factor.store.ts"
import { recoveryCodeUsedEmail, secondFactorEmail } from "./second-factor-email.ts"

/** The kind of code that all common apps support. Source: RFC 6238. */
const period = 30
const kind = { algorithm: "SHA1", digits: 6, period } as const
const secretBytes = 20
/**
 * Codes of the previous and next step are also accepted, because the clocks of phones are not
 * exact.
 */
const stepsApart = 1

const recoveryCodeCount = 10
/** 120 bits: too many to guess from a stored hash. Source: ASVS 5.0, 6.5.2. */
const recoveryCodeBytes = 15

/** A new secret, in base32. */
function newAuthenticatorSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The address for setting up an app, also as a QR code. */
function enrolmentOf(secret: string, issuer: string, username: string) {
  const address = totp(secret, issuer, username).toString()
  const qr = encodeQR(address, "raw").map((row) => row.map((dark) => (dark ? "1" : "0")).join(""))
  return { secret, address, qr }
}

/**
 * The number of the 30-second step since 1970 with this code; undefined if no step near `now` has
 * it.
 */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: stepsApart })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

function totp(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({ ...kind, secret: Secret.fromBase32(secret), issuer, label })
}

/** Codes such as "7QXK-M2PD-R4TV-A6WH-JC3N-5EZB". */
function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const bytes = randomBytes(recoveryCodeBytes)
    const code = new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
    return code.match(/.{4}/g)?.join("-") ?? code
  })
}

/** The original form of a typed recovery code. */
function recoveryCodeOf(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z2-7]/g, "")
  return letters.match(/.{1,4}/g)?.join("-") ?? ""
}

/** How long staff can take between the password and the last step. */
export const attemptMinutes = 10
/** How many wrong codes an attempt allows. */
const maxTries = 5
const codeLimit = { calls: 20, minutes: 60, message: "secondFactor.tooMany" } as const

type FactorRequest = CallRequest<(typeof secondFactor)["POST /appauth/secondFactor"]> & {
  brand: EmailBrand
}
type EnterRequest = Omit<FactorRequest, "brand">
type Outcome =
  | { kind: "right"; user: StoredUser | undefined; recoveryCodes: string[] }
  | { kind: "wrong"; triesLeft: number }
  | { kind: "no attempt" }

/** The second factor of staff: a code of an authenticator app, or a recovery code. */
export function createSecondFactor(deps: Deps) {
  const { database, clock, secrets, rateLimits, audit, seal } = deps

  const handlers: Handlers<typeof secondFactor> = {
    async "POST /appauth/secondFactor/enrol"({ site, cookies }) {
      const attempt = await attemptOf(site, cookies)
      const secret = newAuthenticatorSecret()
      const sealed = seal.seal(secret, factorPurposeOf(attempt.userid))
      const isPending = await writePendingFactor(database, attempt.userid, sealed)
      if (!isPending) throw new ApiError("secondFactor.restart")
      return enrolmentOf(secret, site.clientName, attempt.username)
    },

    async "POST /appauth/secondFactor"(request) {
      const counted = { site: "staff", step: "code" } as const
      return await limitSignInStep(deps.signInMetrics, counted, () => enter(request))
    },
  }

  async function enter(request: EnterRequest) {
    const secret = attemptSecretOf(request.site, request.cookies)
    const brand = await deps.brandOf(request.site.client, request.site.origin)
    const outcome = await database.transaction((tx) => check(tx, { ...request, brand }, secret))
    if (outcome.kind === "no attempt") throw new ApiError("secondFactor.restart")
    if (outcome.kind === "wrong" && outcome.triesLeft > 0) {
      const left = counted(outcome.triesLeft, "try", "tries")
      throw new ApiError("secondFactor.wrong", { left })
    }
    const mustChangePassword = outcome.kind === "right" && outcome.user === undefined
    // If a new password is required, the attempt continues.
    if (!mustChangePassword) request.cookies.clear("staff")
    if (outcome.kind === "wrong") throw new ApiError("secondFactor.restart")
    deps.wakeEmail()
    return { ...outcome.user, mustChangePassword, recoveryCodes: outcome.recoveryCodes }
  }

  /** A wrong code is a result and not an error, so that the transaction commits the counted try. */
  async function check(tx: Queries, request: FactorRequest, secret: string): Promise<Outcome> {
    const now = clock.now()
    const secretHash = secrets.hash("staff attempt", secret)
    await lockStaffOf(tx, secretHash)
    const attempt = await consumeStaffTry(tx, secretHash, maxTries, now)
    if (!attempt || !secrets.isBound("staff attempt", secret, attempt.userid)) {
      return { kind: "no attempt" }
    }
    await rateLimits.consume(`second factors of ${attempt.userid}`, codeLimit, tx)
    const proof = await checkedCode(tx, attempt, request.body.code)
    if (!proof) {
      await audit.record(tx, {
        ...auditedSignIn(request, attempt.userid),
        action: "signIn.failed",
        actor: { kind: "visitor" },
        after: { wrong: "second factor" },
      })
      return { kind: "wrong", triesLeft: maxTries - attempt.tries }
    }
    // Sessions that were opened with the password alone end.
    if (proof.isNew) await endSessionsOfStaff(tx, attempt.userid, now, secretHash)
    const { mustChangePassword } = attempt
    if (mustChangePassword) await proveStaffAttempt(tx, secretHash, proof.by, inMinutes(now))
    else await endStaffAttempt(tx, secretHash, now)
    const user = mustChangePassword
      ? undefined
      : await openStaffSession(tx, deps, request, attempt, proof.by)
    const recoveryCodes = proof.isNew ? await enrolled(tx, request, attempt) : []
    if (proof.by === "recovery code") await recoveryCodeUsed(tx, request, attempt)
    return { kind: "right", user, recoveryCodes }
  }

  async function checkedCode(tx: Queries, { userid }: StaffAttempt, typed: string) {
    const now = clock.now()
    const factor = await findFactor(tx, userid)
    if (!factor) return undefined
    const digits = withoutSeparators(typed)
    if (!isPasscode(digits)) {
      const hashes = secrets.hashes("recovery code", recoveryCodeOf(typed), userid)
      const used = factor.isConfirmed && (await useRecoveryCode(tx, userid, hashes, now))
      return used ? { by: "recovery code" as const, isNew: false } : undefined
    }
    const step = stepOf(seal.unseal(factor.secretSealed, factorPurposeOf(userid)), digits, now)
    if (step === undefined) return undefined
    if (!(await takeStep(tx, userid, factor.secretSealed, step, now))) return undefined
    return { by: "authenticator app" as const, isNew: !factor.isConfirmed }
  }

  async function enrolled(tx: Queries, request: FactorRequest, attempt: StaffAttempt) {
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(
      tx,
      attempt.userid,
      codes.map((code) => secrets.hash("recovery code", code, attempt.userid)),
    )
    await tell(tx, request.brand, attempt, secondFactorEmail)
    await audit.record(tx, {
      ...auditedSignIn(request, attempt.userid),
      action: "staff.secondFactor.add",
      actor: { kind: "staff", userid: attempt.userid },
    })
    return codes
  }

  async function recoveryCodeUsed(tx: Queries, request: FactorRequest, attempt: StaffAttempt) {
    const left = counted(await countRecoveryCodes(tx, attempt.userid), "recovery code")
    await tell(tx, request.brand, attempt, (news) => recoveryCodeUsedEmail({ ...news, left }))
    await audit.record(tx, {
      ...auditedSignIn(request, attempt.userid),
      action: "staff.recoveryCode.use",
      actor: { kind: "staff", userid: attempt.userid },
      after: { left },
    })
  }

  async function tell(
    tx: Queries,
    brand: EmailBrand,
    { email, firstName }: StaffAttempt,
    emailMessageOf: typeof secondFactorEmail,
  ) {
    const message = emailMessageOf({ brand, firstName, policyNumber: "", at: clock.now() })
    await deps.outbox.add(tx, addressed(message, brand, email))
  }

  async function attemptOf(site: Site, cookies: Cookies) {
    const secret = attemptSecretOf(site, cookies)
    const secretHash = secrets.hash("staff attempt", secret)
    const attempt = await findStaffAttempt(database, secretHash, clock.now())
    // The cookie is bound to the owner of the attempt, so that a forged row cannot change the
    // owner.
    const isOwn = attempt && secrets.isBound("staff attempt", secret, attempt.userid)
    if (!isOwn) throw new ApiError("secondFactor.restart")
    return attempt
  }

  /** Lets this browser enter the second factor, after the right password. */
  async function begin(tx: Queries, cookies: Cookies, userid: string): Promise<void> {
    const secret = secrets.bound("staff attempt", userid)
    const expiresAt = inMinutes(clock.now())
    await insertStaffAttempt(tx, {
      secretHash: secrets.hash("staff attempt", secret),
      userid,
      expiresAt,
    })
    cookies.set("staff", secret)
  }

  return { handlers, begin }
}

/** The secret of this browser's attempt to log in. Errors: `secondFactor.restart`. */
export function attemptSecretOf(site: Site, cookies: Cookies): string {
  const secret = site.isCustomerSite ? undefined : cookies.get("staff")
  if (secret === undefined) throw new ApiError("secondFactor.restart")
  return secret
}

/** The end of an attempt that begins or continues now. */
function inMinutes(now: Date): Date {
  return later(now, { minutes: attemptMinutes })
}

/** The purpose that binds a sealed secret to its staff member. */
export function factorPurposeOf(userid: string): string {
  return `appauth.agent_factor ${userid}`
}
