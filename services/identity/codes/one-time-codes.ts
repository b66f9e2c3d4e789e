import { randomUUID } from "node:crypto"
import { passcodeCoolDownSeconds } from "#contracts/rules.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import { newSecret, type Secrets } from "#platform/keys/secrets.ts"
import type { RateLimits } from "#platform/rate-limits/rate-limits.ts"
import { later } from "#platform/time.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { CookieName, Cookies } from "#services/call-request.ts"
import { type PasscodeTask, passcodeEmail } from "./code-email.ts"
import { hashAttempt, hashPasscode, newPasscode } from "./code-hash.ts"
import {
  type CodeFor,
  consumeTry,
  endAttempt,
  insertAttempt,
  insertPasscode,
  isExpiredPasscode,
  lastAttemptAt,
  lockAttempt,
  type Subject,
  usePasscode,
} from "./one-time-codes.store.ts"

const codeMinutes = 10
const attemptMinutes = 30
const maxTries = 5
/** Codes that one person can be sent: a mailbox is not for others to fill. */
const codeLimit = { calls: 10, minutes: 60, message: "passcode.tooManyCodes" } as const

export interface PasscodeNeeds {
  database: Database
  clock: Clock
  secrets: Secrets
  outbox: EmailOutbox
  /** Says that a mail has been committed, so that it leaves at once. */
  wakeEmail: () => void
  rateLimits: RateLimits
}

/** What the codes are for: it decides the cookie that holds the attempt, and the mail's words. */
interface Purpose {
  cookie: CookieName
  task: PasscodeTask
}

/** Whom a code is for. */
export interface Recipient {
  subject: Subject
  /** What the codes that a person is sent are counted under. */
  countedUnder: string
  /** Null: the code and its email are made like any other, and nobody gets them. */
  address: string | null
  /** Asked in the transaction of each code that has an address; false: nobody gets the code. */
  isSent?: (queries: Queries) => Promise<boolean>
  firstName: string
  brand: EmailBrand
}

interface Browser {
  cookies: Cookies
}

export interface Sent {
  /** 0 when a code was sent now, else the seconds until another one may be. */
  seconds: number
  /** Whether this browser has a code that it can enter. */
  isOpen: boolean
}

/** How checking a code ended. `work` of `check` runs in the transaction that uses the code up. */
export type Checked<Result> =
  | { outcome: "right"; result: Result }
  | { outcome: "wrong" | "expired"; triesLeft: number }
  | { outcome: "no attempt" }

/**
 * One-time codes by mail. An attempt is one browser that gave what comes before the code (a
 * sign-in's password, a registration's plan number and name): its cookie holds the attempt's
 * secret, and codes are good for that browser alone.
 */
export function createPasscodes(needs: PasscodeNeeds, { cookie, task }: Purpose) {
  const { database, clock, secrets } = needs

  /**
   * Begins an attempt and mails its first code.
   *
   * Errors: `passcode.tooManyCodes`.
   */
  async function begin({ cookies }: Browser, recipient: Recipient): Promise<void> {
    const attempt = { id: randomUUID(), secret: newSecret() }
    await database.transaction(async (tx) => {
      const now = clock.now()
      await insertAttempt(tx, {
        id: attempt.id,
        secretHash: hashAttempt(secrets, attempt.secret, codeFor(recipient.subject)),
        codeFor: codeFor(recipient.subject),
        now,
        expiresAt: later(now, { minutes: attemptMinutes }),
      })
      await mailCode(tx, attempt, recipient)
    })
    needs.wakeEmail()
    cookies.set(cookie, attempt.secret)
  }

  /**
   * Mails another code; the earlier ones stay valid until they expire. Where the attempt has
   * ended, a new one begins, so the caller must have checked what comes before the code.
   *
   * Returns 0 when a code was sent, else the seconds to wait. Errors: as `begin`.
   */
  async function another(browser: Browser, recipient: Recipient): Promise<number> {
    return (await send(browser, recipient)).seconds
  }

  /**
   * As `another`, and says besides whether this browser can enter a code now: where its tries are
   * used up, it has to wait for another one. Errors: as `begin`.
   */
  async function send(browser: Browser, recipient: Recipient): Promise<Sent> {
    const secret = browser.cookies.get(cookie)
    const forThis = codeFor(recipient.subject)
    const sent = await database.transaction(async (tx): Promise<Sent | "begin"> => {
      const now = clock.now()
      const attempt =
        secret === undefined
          ? undefined
          : await lockAttempt(tx, hashAttempt(secrets, secret, forThis), forThis, now)
      const lastAt = attempt?.codeSentAt ?? (await lastAttemptAt(tx, forThis))
      const seconds = coolDownAfter(lastAt, now)
      if (seconds > 0) return { seconds, isOpen: attempt !== undefined }
      if (attempt === undefined || secret === undefined) return "begin"
      await mailCode(tx, { id: attempt.id, secret }, recipient)
      return { seconds: 0, isOpen: true }
    })
    if (sent === "begin") {
      await begin(browser, recipient)
      return { seconds: 0, isOpen: true }
    }
    needs.wakeEmail()
    return sent
  }

  /**
   * Checks a code of this browser's attempt for this person and, when it is right, ends the
   * attempt and does `work`, all in one transaction: whoever tries at the same time gets nothing.
   */
  async function check<Result>(
    { cookies }: Browser,
    subject: Subject,
    passcode: string,
    work: (tx: Queries) => Promise<Result>,
  ): Promise<Checked<Result>> {
    const secret = cookies.get(cookie)
    if (secret === undefined) return { outcome: "no attempt" }
    const now = clock.now()
    const digits = passcode.replaceAll(/\s/g, "")
    const checked = await database.transaction(async (tx): Promise<Checked<Result>> => {
      const forThis = codeFor(subject)
      const attempt = await consumeTry(
        tx,
        hashAttempt(secrets, secret, forThis),
        forThis,
        maxTries,
        now,
      )
      if (!attempt) return { outcome: "no attempt" }
      const codeHash = hashPasscode(secrets, secret, digits)
      if (await usePasscode(tx, attempt.id, codeHash, now)) {
        await endAttempt(tx, attempt.id, now)
        return { outcome: "right", result: await work(tx) }
      }
      const triesLeft = maxTries - attempt.tries
      if (triesLeft === 0) await endAttempt(tx, attempt.id, now)
      const expired = await isExpiredPasscode(tx, attempt.id, codeHash, now)
      return { outcome: expired ? "expired" : "wrong", triesLeft }
    })
    if (checked.outcome === "right") {
      cookies.clear(cookie)
      needs.wakeEmail()
    }
    return checked
  }

  async function mailCode(
    tx: Queries,
    attempt: { id: string; secret: string },
    { countedUnder, address, isSent, firstName, brand }: Recipient,
  ) {
    await needs.rateLimits.consume(`codes of ${countedUnder}`, codeLimit, tx)
    const isReached = address !== null && ((await isSent?.(tx)) ?? true)
    const code = newPasscode()
    const now = clock.now()
    const expiresAt = later(now, { minutes: codeMinutes })
    // A code that nobody gets must not be guessed either: what is kept then fits no six digits.
    const codeHash = hashPasscode(secrets, attempt.secret, isReached ? code : newSecret())
    await insertPasscode(tx, { attemptId: attempt.id, codeHash, now, expiresAt })
    const mail = passcodeEmail({ brand, code, firstName, minutes: codeMinutes, task })
    await needs.outbox.add(tx, addressed(mail, brand, isReached ? address : null, expiresAt))
  }

  function codeFor(subject: Subject): CodeFor {
    const about = "about" in subject ? ` ${subject.about}` : ""
    return { subject, purpose: `${cookie}${about}` }
  }

  /**
   * Writes the email of a code to nobody: for a caller that found no person, whose answer must
   * fail exactly when it would fail for a person.
   */
  async function rehearse(brand: EmailBrand): Promise<void> {
    const code = newPasscode()
    const mail = passcodeEmail({ brand, code, firstName: "", minutes: codeMinutes, task })
    const expiresAt = later(clock.now(), { minutes: codeMinutes })
    await needs.outbox.add(database, addressed(mail, brand, null, expiresAt))
  }

  return { begin, another, send, check, rehearse }
}

function coolDownAfter(lastAt: Date | null, now: Date): number {
  if (lastAt === null) return 0
  const passed = (now.getTime() - lastAt.getTime()) / 1000
  return Math.max(0, Math.ceil(passcodeCoolDownSeconds - passed))
}
