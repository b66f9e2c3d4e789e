import { randomUUID } from "node:crypto"
import { withoutSeparators } from "#contracts/digits.ts"
import { passcodeCoolDownSeconds } from "#contracts/identity/one-time-code-rules.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Greeted } from "#platform/email/layout.ts"
import { later } from "#platform/time.ts"
import type { CookieName, Cookies } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { type PasscodeTask, passcodeEmail } from "./code-email.ts"
import { hashAttempt, hashPasscode, newPasscode } from "./code-hash.ts"
import {
  type CodeFor,
  consumeTry,
  endAttempt,
  findAttempt,
  insertAttempt,
  insertPasscode,
  isExpiredPasscode,
  lastAttemptAt,
  lockAttempt,
  type Subject,
  usePasscode,
} from "./one-time-codes.store.ts"

/** How long a one-time code can be entered. */
const codeMinutes = 10
/** How long a browser can request codes before it has to start again. */
const attemptMinutes = 30
/** How many wrong codes an attempt allows. */
const maxTries = 5
/** How many codes are sent for one task of one person, such as signing in. */
const codeLimit = { calls: 10, minutes: 60, message: "passcode.tooManyCodes" } as const

/** Seconds until another code may be sent; 0 if one may be sent now. */
function coolDownAfter(lastSentAt: Date | null, now: Date): number {
  if (lastSentAt === null) return 0
  const passed = (now.getTime() - lastSentAt.getTime()) / 1000
  return Math.max(0, Math.ceil(passcodeCoolDownSeconds - passed))
}

/** The purpose of the codes. It determines the attempt's cookie and the text of the email. */
interface Purpose {
  cookie: CookieName
  task: PasscodeTask
  /**
   * Whether the pause before another code applies to each browser separately, so that a stranger in
   * another browser cannot keep the person from getting a code.
   */
  isPausedPerBrowser?: boolean
}

/** The person who receives a code. */
export interface Recipient extends Greeted {
  subject: Subject
  /** The key of the rate limit for codes to this person. */
  countedUnder: string
  /**
   * Null if nobody may get the code. The code and its email are created anyway, to take the same
   * time.
   */
  address: string | null
  /** Checked in the transaction of each code with an address. If false, nobody gets the code. */
  isSent?: (queries: Queries) => Promise<boolean>
  brand: EmailBrand
}

interface Browser {
  cookies: Cookies
}

export interface Sent {
  /** 0 if a code was just sent; otherwise the seconds until another one may be sent. */
  seconds: number
  /** Whether this browser has a code that it can still enter. */
  isOpen: boolean
  /** Whether a new attempt began. Earlier codes of this browser do not work in it. */
  isNew: boolean
}

/** The outcome of `check`. */
export type Checked<Result> =
  | { outcome: "right"; result: Result }
  | { outcome: "wrong" | "expired"; triesLeft: number }
  /**
   * `hasCookie` is false if the browser never began an attempt, or blocked or deleted the cookie.
   */
  | { outcome: "no attempt"; hasCookie: boolean }

/**
 * One-time codes by email. An attempt belongs to one browser, which has passed the step before the
 * code: the password when signing in, the plan number and name when registering. The browser's
 * cookie contains the secret of the attempt, and its codes work in no other browser.
 */
export function createOneTimeCodes(
  deps: Deps,
  { cookie, task, isPausedPerBrowser = false }: Purpose,
) {
  const { database, clock, secrets } = deps
  const { codesSent, codesEntered } = deps.signInMetrics
  // An alert compares the two counters. A counter that starts above 0 or is missing shows no
  // growth.
  codesSent.inc({ task }, 0)
  codesEntered.inc({ task, result: "right" }, 0)

  /**
   * Begins an attempt and emails its first code.
   *
   * Errors: `passcode.tooManyCodes`.
   */
  async function begin({ cookies }: Browser, recipient: Recipient): Promise<void> {
    const attempt = { id: randomUUID(), secret: secrets.random() }
    const isReached = await database.transaction(async (tx) => {
      const now = clock.now()
      await insertAttempt(tx, {
        id: attempt.id,
        secretHash: hashAttempt(secrets, attempt.secret, codeFor(recipient.subject)),
        codeFor: codeFor(recipient.subject),
        now,
        // The last code that is requested is valid for its full time.
        expiresAt: later(now, { minutes: attemptMinutes + codeMinutes }),
      })
      return await emailCode(tx, attempt, recipient)
    })
    if (isReached) codesSent.inc({ task })
    deps.wakeEmail()
    cookies.set(cookie, attempt.secret)
  }

  /**
   * Emails a code, unless one was sent a moment ago. The earlier codes of this browser stay valid
   * until they expire. If the browser has no attempt, a new one begins, so the caller must have
   * checked the step before the code. `isPaused: false` skips the pause. Errors: as `begin`.
   */
  async function send(browser: Browser, recipient: Recipient, pause = { isPaused: true }) {
    const sent = await again(browser, recipient, pause)
    if (sent) return sent
    await begin(browser, recipient)
    return { seconds: 0, isOpen: true, isNew: true } satisfies Sent
  }

  /** Like `send`, but never begins an attempt: returns undefined if this browser has none. */
  async function again(browser: Browser, recipient: Recipient, { isPaused } = { isPaused: true }) {
    const secret = browser.cookies.get(cookie)
    const forThis = codeFor(recipient.subject)
    let isReached = false
    const sent = await database.transaction(async (tx): Promise<Sent | undefined> => {
      isReached = false
      const now = clock.now()
      const hash = secret === undefined ? undefined : hashAttempt(secrets, secret, forThis)
      const until = later(now, { minutes: codeMinutes })
      const attempt = hash && (await lockAttempt(tx, hash, forThis, until))
      const sentAt = attempt?.codeSentAt ?? (await lastSentAt(tx, forThis, hash))
      const seconds = isPaused ? coolDownAfter(sentAt, now) : 0
      if (seconds > 0) {
        const isOpen =
          hash !== undefined && (await findAttempt(tx, hash, forThis, now)) !== undefined
        return { seconds, isOpen, isNew: false }
      }
      if (attempt === undefined || secret === undefined) return undefined
      isReached = await emailCode(tx, { id: attempt.id, secret }, recipient)
      return { seconds: 0, isOpen: true, isNew: false }
    })
    if (isReached) codesSent.inc({ task })
    deps.wakeEmail()
    return sent
  }

  async function lastSentAt(tx: Queries, forThis: CodeFor, hash: Buffer | undefined) {
    if (!isPausedPerBrowser) return await lastAttemptAt(tx, forThis, null)
    return hash === undefined ? null : await lastAttemptAt(tx, forThis, hash)
  }

  /**
   * The seconds until this browser may request another code for `subject`; undefined if it does not
   * have a code that it can enter.
   */
  async function waiting({ cookies }: Browser, subject: Subject): Promise<number | undefined> {
    const secret = cookies.get(cookie)
    if (secret === undefined) return undefined
    const now = clock.now()
    const forThis = codeFor(subject)
    const hash = hashAttempt(secrets, secret, forThis)
    const attempt = await findAttempt(database, hash, forThis, now)
    return attempt && coolDownAfter(attempt.codeSentAt, now)
  }

  /**
   * Checks a code of this browser's attempt for this person. A correct code ends the attempt and
   * runs `work` in the same transaction, so that the code works once.
   */
  async function check<Result>(
    { cookies }: Browser,
    subject: Subject,
    passcode: string,
    work: (tx: Queries) => Promise<Result>,
  ): Promise<Checked<Result>> {
    const secret = cookies.get(cookie)
    if (secret === undefined) return { outcome: "no attempt", hasCookie: false }
    const now = clock.now()
    const digits = withoutSeparators(passcode)
    const checked = await database.transaction(async (tx): Promise<Checked<Result>> => {
      const forThis = codeFor(subject)
      const attempt = await consumeTry(
        tx,
        hashAttempt(secrets, secret, forThis),
        forThis,
        maxTries,
        now,
      )
      if (!attempt) return { outcome: "no attempt", hasCookie: true }
      const codeHash = hashPasscode(secrets, secret, digits)
      const key = { client: subject.client, id: attempt.id }
      if (await usePasscode(tx, key, codeHash, now)) {
        await endAttempt(tx, key, now)
        return { outcome: "right", result: await work(tx) }
      }
      const triesLeft = maxTries - attempt.tries
      if (triesLeft === 0) await endAttempt(tx, key, now)
      const expired = await isExpiredPasscode(tx, key, codeHash, now)
      return { outcome: expired ? "expired" : "wrong", triesLeft }
    })
    codesEntered.inc({ task, result: checked.outcome })
    if (checked.outcome === "right") {
      cookies.clear(cookie)
      deps.wakeEmail()
    }
    return checked
  }

  /** Returns whether the email was sent to someone. */
  async function emailCode(
    tx: Queries,
    attempt: { id: string; secret: string },
    { subject, countedUnder, address, isSent, brand, firstName, policyNumber }: Recipient,
  ): Promise<boolean> {
    await deps.rateLimits.consume(`codes of ${countedUnder}`, codeLimit, tx)
    const isReached = address !== null && ((await isSent?.(tx)) ?? true)
    const code = newPasscode()
    const now = clock.now()
    const expiresAt = later(now, { minutes: codeMinutes })
    // A code that nobody receives must not be guessable: the stored hash then matches no six
    // digits.
    const codeHash = hashPasscode(secrets, attempt.secret, isReached ? code : secrets.random())
    const key = { client: subject.client, id: attempt.id }
    await insertPasscode(tx, key, { codeHash, now, expiresAt })
    const email = passcodeEmail({
      brand,
      code,
      firstName,
      policyNumber,
      minutes: codeMinutes,
      task,
    })
    await deps.outbox.add(tx, addressed(email, brand, isReached ? address : null, expiresAt))
    return isReached
  }

  function codeFor(subject: Subject): CodeFor {
    const about = "about" in subject ? ` ${subject.about}` : ""
    return { subject, purpose: `${cookie}${about}` }
  }

  /**
   * Writes a code email without a recipient. A caller that found no person uses it, so that it
   * fails in the same cases as a caller that found one.
   */
  async function rehearse(brand: EmailBrand): Promise<void> {
    const code = newPasscode()
    const email = passcodeEmail({
      brand,
      code,
      firstName: "",
      policyNumber: "",
      minutes: codeMinutes,
      task,
    })
    const expiresAt = later(clock.now(), { minutes: codeMinutes })
    await deps.outbox.add(database, addressed(email, brand, null, expiresAt))
  }

  return { begin, send, again, waiting, check, rehearse }
}
