import { createHash, randomBytes } from "node:crypto"
import type { Clock } from "#platform/clock.ts"
import type { KeepTerms, KeptMethod, MethodChange, MethodReport } from "../port.ts"
import type { createAuthentications } from "./authentications.ts"
import { ownerOf } from "./banks.ts"
import type { Ledger } from "./ledger.store.ts"
import { documentedName, type Outcome } from "./numbers.ts"
import { Refusal } from "./refusal.ts"
import type { MethodRow } from "./rows.ts"
import { sampleMethod } from "./samples.ts"
import { hasExpired, type Intake, type IssuedMethod, methodOf } from "./tokens.ts"

const tokenMinutes = 15
const dayMs = 24 * 60 * 60 * 1000

interface Parts {
  ledger: Ledger
  clock: Clock
  authentications: ReturnType<typeof createAuthentications>
}

/** The methods that the sandbox has saved. */
export function createMethods({ ledger, clock, authentications }: Parts) {
  const now = () => clock.now().getTime()

  /** Applies the number's documented behavior to a method that was just saved. */
  function afterSaving(method: MethodRow, key: string, returnAddress: string): void {
    const { reference, name } = method
    if (outcomeOf(method) === "verify") {
      authentications.ask(`keep ${key}`, { account: method }, returnAddress)
      return
    }
    ledger.putMethod(method)
    if (name !== "renewed") return
    const [month = "", year = ""] = method.expirationDate.split("/")
    const changed = { ...method, lastFour: "1881", expirationDate: `${month}/${Number(year) + 4}` }
    ledger.addMethodReport(reference, JSON.stringify(changed), false, now() + dayMs)
  }

  /** Runs `work` once per key; a repetition returns the first answer. */
  function onceFor<Result>(key: string, what: string, work: () => Result): Result {
    return ledger.atOnce(() => {
      const before = ledger.answerOf(key)
      if (before && before.what !== what) throw new Refusal(409, "key_reused")
      if (before) return JSON.parse(before.answer) as Result
      const result = work()
      ledger.addAnswer(key, { what, answer: JSON.stringify(result) })
      return result
    })
  }

  function known(reference: string): MethodRow {
    const method = ledger.method(reference)
    if (method) return method
    const sample = ledger.isForgotten(reference) ? undefined : sampleMethod(reference)
    if (!sample) throw new Refusal(404, "method_gone")
    return sample
  }

  function stateOf(reference: string): MethodState {
    return methodState(ledger, reference, now())
  }

  /** Declines expired cards, regardless of their number. */
  function outcomeOf(method: MethodRow): Outcome {
    const documented = documentedName(method.name)
    if (!documented) throw new Error(`There is no documented number ${method.name}.`)
    const expired = method.kind === "card" && hasExpired(method.expirationDate, clock)
    return expired ? "expired_card" : documented.outcome
  }

  function issue(method: IssuedMethod): string {
    const token = `token_${randomBytes(24).toString("base64url")}`
    ledger.dropOldTokens(now())
    ledger.addToken({
      hash: hashOf(token),
      method: JSON.stringify(method),
      expiresAt: now() + tokenMinutes * 60_000,
    })
    return token
  }

  const calls = {
    /** Creates a token. Errors: `Refusal` with the invalid field, or for an undocumented number. */
    tokenize(intake: Intake): string {
      const method = methodOf(intake, clock)
      if (typeof method === "string") throw new Refusal(422, method)
      return issue(method)
    },

    /** Saves a method. `verifyId` is the id of the page on which deposits are confirmed. */
    keep(token: string, key: string, terms: Terms): KeptMethod & { verifyId?: string } {
      const { returnAddress } = terms
      const hash = hashOf(token)
      const kept = onceFor(key, `keep ${hash}`, () => {
        const content = ledger.takeToken(hash, now())
        if (content === undefined) throw new Refusal(422, "token_unknown")
        const { owner, ...issued } = JSON.parse(content) as IssuedMethod
        // The refusal restores the token for its owner.
        if (owner !== undefined && owner !== ownerOf(terms)) throw new Refusal(422, "token_unknown")
        const method: MethodRow = {
          ...issued,
          reference: `method_${randomBytes(12).toString("hex")}`,
        }
        const outcome = outcomeOf(method)
        if (outcome === "refused") throw new Refusal(422, "other")
        if (outcome === "authenticate" || outcome === "authenticate-once") {
          authentications.ask(`keep ${key}`, { method }, returnAddress)
        } else afterSaving(method, key, returnAddress)
        return keptOf(method)
      })
      const question = ledger.authenticationOf(`keep ${key}`)
      if (question?.content.startsWith('{"account"')) return { ...kept, verifyId: question.id }
      const asked = authentications.answered(`keep ${key}`)
      if (asked && asked.state !== "confirmed") throw new Refusal(422, "not_authenticated")
      return kept
    },

    /** Stores a new authorization. Errors: `Refusal` 422 for a blocked account. */
    renew(reference: string, key: string): KeptMethod {
      return onceFor(key, `renew ${reference}`, () => {
        const method = known(reference)
        const { blocked } = stateOf(reference)
        if (blocked) throw new Refusal(422, blocked)
        ledger.addMethodChange({ reference, blocked: null, isAuthorizationGone: 0 }, now())
        return keptOf(method)
      })
    },

    change(reference: string, change: MethodChange, key: string): KeptMethod {
      return onceFor(key, `change ${reference} ${JSON.stringify(change)}`, () => {
        const method = known(reference)
        const { expirationDate = method.expirationDate, holderName = method.holderName } = change
        const changed = { ...method, expirationDate, holderName }
        ledger.putMethod(changed)
        return keptOf(changed)
      })
    },

    /** Errors: `Refusal` 404, also while an account must be verified. */
    readMethod(reference: string): MethodReport {
      const isForgotten = ledger.isForgotten(reference)
      const report = isForgotten ? undefined : ledger.methodReportOf(reference, now())
      if (report) {
        const method = keptOf(JSON.parse(report.content) as MethodRow)
        return { method, isVerificationFailed: report.isFailed === 1, ...stateOf(reference) }
      }
      const method = known(reference)
      const isToVerify = outcomeOf(method) === "verify" && !ledger.method(reference)
      if (isToVerify) throw new Refusal(404, "method_unverified")
      return { method: keptOf(method), isVerificationFailed: false, ...stateOf(reference) }
    },

    forget(reference: string): void {
      ledger.atOnce(() => {
        authentications.cancelOf(reference)
        ledger.forgetMethod(reference)
      })
    },
  }

  return { known, outcomeOf, stateOf, issue, calls }
}

type Terms = Pick<KeepTerms, "client" | "accountNumber" | "returnAddress">

type MethodState = Required<Pick<MethodReport, "blocked" | "isAuthorizationGone">>

/** Whether a method can be charged at this moment. */
export function methodState(ledger: Ledger, reference: string, now: number): MethodState {
  const changes = ledger.methodChangesOf(reference, now)
  const isGone = changes.findLast((one) => one.isAuthorizationGone !== null)?.isAuthorizationGone
  return {
    blocked: changes.findLast(({ blocked }) => blocked !== null)?.blocked ?? "",
    isAuthorizationGone: isGone === 1,
  }
}

export function keptOf({ name: _, holderName: __, ...kept }: MethodRow): KeptMethod {
  return kept
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
