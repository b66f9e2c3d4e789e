import { randomBytes } from "node:crypto"
import type { Clock } from "#platform/clock.ts"
import type { Charge, ChargeRequest, Refund, RefundRequest, RefusedFor } from "../port.ts"
import { createAuthentications } from "./authentications.ts"
import { createBanks } from "./banks.ts"
import { chargeAfter } from "./charge-state.ts"
import type { Ledger } from "./ledger.store.ts"
import { createMethods } from "./methods.ts"
import { documentedName, isTaken, type Outcome, refusedFor } from "./numbers.ts"
import { booksAt } from "./payouts.ts"
import { changesOf, ownRefundsOf, refundAt, refundedOf } from "./refunds.ts"
import { Refusal } from "./refusal.ts"
import type { ChargeRow, MethodRow } from "./rows.ts"

const unclearForMs = 60_000
const dayMs = 24 * 60 * 60 * 1000

type EnteredCharge = Pick<ChargeRequest, "key" | "reference" | "amount" | "description" | "memo">
type AskedCharge = EnteredCharge & Pick<ChargeRequest, "canAuthenticate" | "returnAddress">

/** The behavior of the sandbox, independent of HTTP. */
export function createGateway({
  ledger,
  clock,
  bankDayMs = dayMs,
}: {
  ledger: Ledger
  clock: Clock
  /** The length of the days after which charges settle, are returned or refunded. */
  bankDayMs?: number | undefined
}) {
  const now = () => clock.now().getTime()
  const authentications = createAuthentications(ledger)
  const { known, outcomeOf, stateOf, issue, calls } = createMethods({
    ledger,
    clock,
    authentications,
  })

  function asItIs(row: ChargeRow): Charge {
    const reports = ledger.reportsOf(row.key, now())
    return chargeAfter(row, reports, refundsOf(row, reports))
  }

  function refundsOf(row: ChargeRow, reports = ledger.reportsOf(row.key, now())): Refund[] {
    const made = ledger.refundsOf(row.key, now())
    return [...ownRefundsOf(row, reports, made), ...made.map((refund) => refundAt(refund, now()))]
  }

  /** Why a charge cannot be refunded by this amount; undefined if it can. */
  function refusalOf(row: ChargeRow, amount: number): string | undefined {
    const { status } = asItIs(row)
    const isPaid = ["accepted", "settled", "partlyRefunded", "inquiry", "disputeWon"]
    const isTooMuch = amount > row.amount - refundedOf(refundsOf(row))
    return isTooMuch || !isPaid.includes(status) ? "refund_refused" : undefined
  }

  function addRefund({ key, amount }: RefundRequest, row: ChargeRow): Refund {
    const reference = `refund_${randomBytes(12).toString("hex")}`
    const refund = { key, reference, charge: row.key, amount, name: row.name, refundedAt: now() }
    ledger.addRefund(refund)
    for (const { at } of changesOf(refund)) {
      ledger.addReport({ key: row.key, status: "refundChanged", reason: "" }, at)
    }
    return refundAt(refund, now())
  }

  function enter(request: EnteredCharge, method: MethodRow, outcome: Outcome): void {
    const taken = isTaken(outcome)
    const chargedAt = now()
    ledger.addCharge({
      ...request,
      memo: request.memo ?? "",
      reference: `charge_${randomBytes(12).toString("hex")}`,
      method: method.reference,
      name: method.name,
      status: !taken ? "declined" : method.kind === "card" ? "accepted" : "pending",
      reason: taken ? "" : (outcome as Charge["reason"]),
      chargedAt,
    })
    const steps = taken ? (documentedName(method.name)?.steps ?? []) : []
    for (const { afterDays, status, reason } of steps) {
      for (let copy = 0; copy < (outcome === "twice" ? 2 : 1); copy += 1) {
        const report = { key: request.key, status, reason }
        ledger.addReport(report, chargedAt + afterDays * bankDayMs)
      }
    }
    const methodSteps = taken ? (documentedName(method.name)?.methodSteps ?? []) : []
    for (const { afterDays, blocked = null, isAuthorizationGone } of methodSteps) {
      const isGone = isAuthorizationGone === undefined ? null : isAuthorizationGone ? 1 : 0
      const change = { reference: method.reference, blocked, isAuthorizationGone: isGone } as const
      ledger.addMethodChange(change, chargedAt + afterDays * bankDayMs)
    }
  }

  /** Refuses the key from now on; `checkRefused` then throws the refusal. */
  function refuse(key: string, answer: RefusedFor | "authorization"): { telling: Outcome } {
    ledger.addAnswer(refusalKey(key), { what: "refuse", answer })
    return { telling: "taken" }
  }

  /** Errors: `Refusal` 409 if the key was refused for good. */
  function checkRefused(key: string): void {
    const refused = ledger.answerOf(refusalKey(key))?.answer
    if (refused === "authorization") throw new Refusal(409, "authorization_gone")
    if (refused !== undefined) throw new Refusal(409, "charge_refused", { refusedFor: refused })
  }

  /** The outcome of a charge of the method at this moment. */
  function outcomeNow(method: MethodRow): Outcome | "authorization" {
    const { blocked, isAuthorizationGone } = stateOf(method.reference)
    if (isAuthorizationGone) return "authorization"
    return blocked || outcomeOf(method)
  }

  function found(key: string): Charge | undefined {
    const row = ledger.charge(key)
    if (row && isUnclear(row)) throw new Refusal(503, "away")
    if (!row) authentications.answered(key)
    return row && asItIs(row)
  }

  return {
    ...calls,

    authentications,
    banks: createBanks({ ledger, clock, issue }),

    /** The customer answers their bank. */
    authenticate(id: string, isConfirmed: boolean): void {
      ledger.atOnce(() => {
        const about = authentications.answer(id, isConfirmed)
        if (!about) return
        if ("account" in about) {
          if (isConfirmed) ledger.putMethod(about.account)
          const { reference } = about.account
          ledger.addMethodReport(reference, JSON.stringify(about.account), !isConfirmed, now())
          return
        }
        if ("method" in about) {
          if (isConfirmed) ledger.putMethod(about.method)
          return
        }
        const { charge } = about
        enter(charge, known(charge.reference), isConfirmed ? "taken" : "not_authenticated")
        ledger.addReport({ key: charge.key, status: "decided", reason: "" }, now())
      })
    },

    /** The charge, and how this try delivers it, depending on the number. */
    charge(request: AskedCharge): { charge?: Charge; telling: Outcome } {
      const told = ledger.atOnce((): { charge?: Charge; telling: Outcome } => {
        const before = ledger.charge(request.key)
        if (before) {
          const same = before.amount === request.amount && before.method === request.reference
          if (!same) throw new Refusal(409, "key_reused")
          return { charge: asItIs(before), telling: isUnclear(before) ? "away" : "taken" }
        }
        if (ledger.answerOf(refusalKey(request.key))) return { telling: "taken" }
        if (ledger.answerOf(cancelKey(request.key))) throw new Refusal(409, "key_reused")
        const method = known(request.reference)
        const documented = outcomeNow(method)
        if (documented === "authorization") return refuse(request.key, documented)
        const reason = refusedFor(documented)
        if (reason !== undefined) return refuse(request.key, reason)
        const isAsked = documented === "authenticate"
        if (isAsked && request.canAuthenticate) {
          if (!authentications.isOpen(request.key)) {
            authentications.ask(request.key, { charge: request }, request.returnAddress)
          }
          return { telling: "taken" }
        }
        const outcome = isAsked ? "not_authenticated" : documented
        const isFirst = ledger.isFirstTry(request.key)
        if (isFirst && (outcome === "away" || outcome === "silent")) return { telling: outcome }
        enter(request, method, outcome)
        const row = ledger.charge(request.key)
        return { ...(row && { charge: asItIs(row) }), telling: isFirst ? outcome : "taken" }
      })
      if (!told.charge) {
        checkRefused(request.key)
        authentications.answered(request.key)
      }
      return told
    },

    /** Errors: `Refusal` 503 while the result is unknown, 409 if the key was refused. */
    find(key: string): Charge | undefined {
      checkRefused(key)
      return found(key)
    },

    /** Refuses all later charges with this key. Errors: `Refusal` 503 while the result is unknown. */
    cancel(key: string): Charge | undefined {
      return ledger.atOnce(() => {
        authentications.cancel(key)
        const charge = found(key)
        const isNew = !charge && !ledger.answerOf(cancelKey(key))
        if (isNew) ledger.addAnswer(cancelKey(key), { what: "cancel", answer: "" })
        return charge
      })
    },

    lookUp(reference: string): Charge | undefined {
      const row = ledger.chargeOf(reference)
      return row && asItIs(row)
    },

    charges: () => ledger.charges().map(asItIs),
    /** The charges with their other facts from the ledger. */
    madeCharges: () =>
      ledger.charges().map((row) => ({
        ...asItIs(row),
        ...{ memo: row.memo, method: row.method, madeAt: new Date(row.chargedAt) },
      })),

    /** The refund, and how this try delivers it, depending on the charged number. */
    refund(request: RefundRequest): { refund: Refund; telling: Outcome } {
      return ledger.atOnce(() => {
        const row = ledger.chargeOf(request.charge)
        const before = ledger.refund(request.key)
        if (before) {
          const isSame = before.amount === request.amount && before.charge === row?.key
          if (!isSame) throw new Refusal(409, "key_reused")
          return { refund: refundAt(before, now()), telling: "taken" }
        }
        if (!row || refusalOf(row, request.amount)) throw new Refusal(409, "refund_refused")
        const isHushed = row.name === "refund-hushed"
        return { refund: addRefund(request, row), telling: isHushed ? "charged-silent" : "taken" }
      })
    },

    refundsOf(reference: string): Refund[] {
      const row = ledger.chargeOf(reference)
      return row ? refundsOf(row) : []
    },

    /** All movements and payouts until now. */
    books: () => booksAt(ledger, clock.now()),
  }

  function isUnclear(row: ChargeRow): boolean {
    return documentedName(row.name)?.outcome === "unclear" && now() < row.chargedAt + unclearForMs
  }
}
export type SandboxGateway = ReturnType<typeof createGateway>

function refusalKey(key: string): string {
  return `refuse ${key}`
}

function cancelKey(key: string): string {
  return `cancel ${key}`
}
