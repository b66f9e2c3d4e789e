import { randomUUID } from "node:crypto"
import { Failure } from "#contracts/messages.ts"
import { passcodeCoolDownSeconds } from "#contracts/rules.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#ports/clock.ts"
import type { MailOutbox } from "#ports/mail/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Cookies, Site } from "#services/request.ts"
import type { Budgets } from "./budgets.ts"
import type { MailBrand } from "./mails/brand.ts"
import { passcodeMail } from "./mails/passcode.ts"
import {
  endAttempt,
  insertAttempt,
  insertPasscode,
  isExpiredPasscode,
  lastAttemptAt,
  lockAttempt,
  spendTry,
  usePasscode,
} from "./passcodes.store.ts"
import { hashPasscode, hashSecret, newPasscode, newSecret } from "./secrets.ts"
import type { UserRow } from "./users.store.ts"

const codeMinutes = 10
const attemptMinutes = 30
const maxTries = 5
/** Codes that one person can be sent: a mailbox is not for others to fill. */
const codeBudget = { calls: 10, minutes: 60 }

export interface PasscodeNeeds {
  database: Database
  clock: Clock
  policyAdmin: PolicyAdmin
  outbox: MailOutbox
  /** Says that a mail has been committed, so that it leaves at once. */
  wakeMail: () => void
  budgets: Budgets
  /** What a mail needs of a client's brand. */
  brandOf: (client: string, siteOrigin: string) => Promise<MailBrand>
}

interface Browser {
  site: Site
  cookies: Cookies
}

/** How checking a code ended. `work` of `check` runs in the transaction that uses the code up. */
type Checked<Result> =
  | { outcome: "right"; result: Result }
  | { outcome: "wrong" | "expired"; triesLeft: number }
  | { outcome: "no attempt" }

/**
 * One-time codes by mail. A sign-in attempt is one browser that gave the right password: its
 * cookie holds the attempt's secret, and codes are good for that browser alone.
 */
export function createPasscodes(needs: PasscodeNeeds) {
  const { database, clock } = needs

  /**
   * Begins an attempt for a person whose password was right, and mails its first code.
   *
   * Returns the address it went to. Errors: `signIn.noAddress`, `request.tooMany`.
   */
  async function begin({ site, cookies }: Browser, user: UserRow): Promise<string> {
    const recipient = await recipientOf(site, user)
    const attempt = { id: randomUUID(), secret: newSecret() }
    await database.transaction(async (tx) => {
      const now = clock.now()
      await insertAttempt(tx, {
        id: attempt.id,
        secretHash: hashSecret(attempt.secret),
        client: user.client,
        userid: user.userid,
        now,
        expiresAt: minutesAfter(now, attemptMinutes),
      })
      await mailCode(tx, attempt, recipient)
    })
    needs.wakeMail()
    cookies.set("sign-in", attempt.secret)
    return recipient.address
  }

  /**
   * Mails another code; the earlier ones stay valid until they expire. Where the attempt has
   * ended, a new one begins, so the caller must have checked the password.
   *
   * Returns 0 when a code was sent, else the seconds to wait. Errors: as `begin`.
   */
  async function another(browser: Browser, user: UserRow): Promise<number> {
    const secret = browser.cookies.get("sign-in")
    const recipient = await recipientOf(browser.site, user)
    const wait = await database.transaction(async (tx) => {
      const now = clock.now()
      const attempt =
        secret === undefined
          ? undefined
          : await lockAttempt(tx, hashSecret(secret), user.userid, now)
      const lastAt = attempt?.codeSentAt ?? (await lastAttemptAt(tx, user.userid))
      const seconds = coolDownAfter(lastAt, now)
      if (seconds > 0) return seconds
      if (attempt === undefined || secret === undefined) return "begin"
      await mailCode(tx, { id: attempt.id, secret }, recipient)
      return 0
    })
    if (wait === "begin") {
      await begin(browser, user)
      return 0
    }
    needs.wakeMail()
    return wait
  }

  /**
   * Checks a code of this browser's attempt for this person and, when it is right, ends the
   * attempt and does `work`, all in one transaction: whoever tries at the same time gets nothing.
   */
  async function check<Result>(
    { cookies }: Browser,
    user: { userid: string },
    passcode: string,
    work: (tx: Queries) => Promise<Result>,
  ): Promise<Checked<Result>> {
    const secret = cookies.get("sign-in")
    if (secret === undefined) return { outcome: "no attempt" }
    const now = clock.now()
    const checked = await database.transaction(async (tx): Promise<Checked<Result>> => {
      const attempt = await spendTry(tx, hashSecret(secret), user.userid, maxTries, now)
      if (!attempt) return { outcome: "no attempt" }
      const codeHash = hashPasscode(secret, passcode)
      if (await usePasscode(tx, attempt.id, codeHash, now)) {
        await endAttempt(tx, attempt.id, now)
        return { outcome: "right", result: await work(tx) }
      }
      const triesLeft = maxTries - attempt.tries
      if (triesLeft === 0) await endAttempt(tx, attempt.id, now)
      const expired = await isExpiredPasscode(tx, attempt.id, codeHash, now)
      return { outcome: expired ? "expired" : "wrong", triesLeft }
    })
    if (checked.outcome === "right") cookies.clear("sign-in")
    return checked
  }

  async function recipientOf(site: Site, user: UserRow) {
    const person = await needs.policyAdmin.person(user.client, user.accountNumber)
    if (!person?.emailAddress) throw new Failure("signIn.noAddress")
    const brand = await needs.brandOf(user.client, site.origin)
    return { userid: user.userid, address: person.emailAddress, person, brand }
  }

  async function mailCode(
    tx: Queries,
    attempt: { id: string; secret: string },
    recipient: Awaited<ReturnType<typeof recipientOf>>,
  ) {
    await needs.budgets.spend(`codes of ${recipient.userid}`, codeBudget, tx)
    const code = newPasscode()
    const now = clock.now()
    const expiresAt = minutesAfter(now, codeMinutes)
    const codeHash = hashPasscode(attempt.secret, code)
    await insertPasscode(tx, { attemptId: attempt.id, codeHash, now, expiresAt })
    const { brand, person } = recipient
    const mail = passcodeMail({ brand, code, firstName: person.firstName, minutes: codeMinutes })
    await needs.outbox.add(tx, {
      ...mail,
      to: recipient.address,
      fromName: brand.clientName,
      expiresAt,
      ...(brand.logo && { logo: brand.logo }),
    })
  }

  return { begin, another, check }
}

function coolDownAfter(lastAt: Date | null, now: Date): number {
  if (lastAt === null) return 0
  const passed = (now.getTime() - lastAt.getTime()) / 1000
  return Math.max(0, Math.ceil(passcodeCoolDownSeconds - passed))
}

function minutesAfter(from: Date, minutes: number): Date {
  return new Date(from.getTime() + minutes * 60_000)
}
