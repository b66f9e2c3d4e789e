import type { Database } from "#database/open.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { AccountSystemAway, type PolicyAdmin } from "#ports/policy-admin/port.ts"

export interface AccountSystem {
  policyAdmin: PolicyAdmin
  /** From now on it answers nothing, or none of these functions. */
  goAway(...functions: (keyof PolicyAdmin)[]): void
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
  let away: readonly string[] | "all" | undefined

  type Call = (...values: readonly never[]) => Promise<unknown>
  const guarded = (name: string, work: Call): Call => {
    return async (...values) => {
      calls.push(name)
      const isAway = away === "all" || away?.includes(name)
      if (isAway && name === "available") return false
      if (isAway) throw new AccountSystemAway("The account system was taken away by a test.")
      return await work(...values)
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
    goAway(...functions) {
      away = functions.length > 0 ? functions : "all"
    },
    comeBack() {
      away = undefined
    },
    calls,
  }
}
