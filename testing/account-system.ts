import type { Database } from "#database/open.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import {
  AccountSystemAway,
  AccountSystemRefused,
  type PolicyAdmin,
} from "#ports/policy-admin/port.ts"

export interface AccountSystem {
  policyAdmin: PolicyAdmin
  /** From now on it answers nothing, or none of these functions. */
  goAway(...functions: (keyof PolicyAdmin)[]): void
  /** From now on it does what it is asked, but no answer of these functions, or of any, arrives. */
  loseAnswers(...functions: (keyof PolicyAdmin)[]): void
  /** From now on it refuses these functions, or all, and does nothing. */
  refuse(...functions: (keyof PolicyAdmin)[]): void
  /** From now on these reads answer as they did the last time, or as they do now if they were not asked. */
  lag(...reads: (keyof PolicyAdmin)[]): void
  comeBack(): void
  /** The functions that were called, in order, also while it was away. */
  readonly calls: string[]
}

/**
 * An account system outside of our database that a test takes away: its functions then throw
 * `AccountSystemAway`, as an adapter does that gets no answer.
 */
export function createAccountSystem(database: Database): AccountSystem {
  const inner = createEmbeddedPolicyAdmin(database)
  const calls: string[] = []
  const answers = new Map<string, unknown>()
  let away: { of: readonly string[]; how: "silent" | "loses" | "refuses" | "lags" } | undefined

  type Call = (...values: readonly never[]) => Promise<unknown>
  const guarded = (name: string, work: Call): Call => {
    return async (...values) => {
      calls.push(name)
      const now = away
      const isAway = now && (now.of.length === 0 || now.of.includes(name))
      const question = JSON.stringify([name, values])
      if (!isAway || now.how === "lags") {
        const isOld = isAway && answers.has(question)
        const answer = isOld ? answers.get(question) : await work(...values)
        answers.set(question, answer)
        return answer
      }
      if (now.how === "loses") await work(...values)
      if (now.how === "refuses") throw new AccountSystemRefused(`${name} 422 invalid amount`)
      if (name === "available") return false
      throw new AccountSystemAway("The account system was taken away by a test.")
    }
  }
  const guardedAll = (object: object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        typeof value === "function" ? guarded(name, value as Call) : value,
      ]),
    )

  return {
    policyAdmin: { ...guardedAll(inner), billing: guardedAll(inner.billing) } as PolicyAdmin,
    goAway(...of) {
      away = { of, how: "silent" }
    },
    loseAnswers(...of) {
      away = { of, how: "loses" }
    },
    refuse(...of) {
      away = { of, how: "refuses" }
    },
    lag(...of) {
      away = { of, how: "lags" }
    },
    comeBack() {
      away = undefined
    },
    calls,
  }
}
