import type { Database } from "#database/open.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import {
  AccountSystemAway,
  AccountSystemRefused,
  type PolicyAdmin,
} from "#ports/policy-admin/port.ts"

export interface AccountSystem {
  policyAdmin: PolicyAdmin
  /** Makes all functions, or these, answer nothing. */
  goAway(...functions: (keyof PolicyAdmin)[]): void
  /** Makes all functions, or these, do their work but lose the answers. */
  loseAnswers(...functions: (keyof PolicyAdmin)[]): void
  /** Makes all functions, or these, refuse and do nothing. */
  refuse(...functions: (keyof PolicyAdmin)[]): void
  /**
   * Makes these reads repeat their last answer, or their present one if they were not called
   * before.
   */
  lag(...reads: (keyof PolicyAdmin)[]): void
  comeBack(): void
  /** The called functions, in order, including calls during an outage. */
  readonly calls: string[]
}

/**
 * An account system outside of our database that a test can make unavailable: its functions then
 * throw `AccountSystemAway`, like an adapter that gets no answer.
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
