/**
 * A problem of a migration that servers of the previous version must survive. The first three are
 * accepted when a line of the file gives the reason:
 *
 * - `contract`: earlier servers use what is removed. `-- contract: <what> unused since <version>`
 * - `wider`: earlier servers may be refused, or read unknown values. `-- wider: <why not>`
 * - `brief`: it blocks a table for long. `-- brief: <why not>`
 * - `never`: it cannot work.
 */
export interface Finding {
  kind: "contract" | "wider" | "brief" | "never"
  text: string
}

/** The names that migrations have created since the last version: no released server uses them. */
export function createMade() {
  const names = new Set<string>()
  const keyOf = (kind: string, name: string) => `${kind} ${name}`
  return {
    add: (kind: Kind, name: string) => void names.add(keyOf(kind, name)),
    has: (kind: Kind, name: string) => names.has(keyOf(kind, name)),
    /** The constraints that the present file has added: their table is locked until it commits. */
    constraintsOfFile: new Set<string>(),
  }
}

type Kind = "table" | "column" | "constraint" | "index" | "function" | "view" | "type" | "schema"
export type Made = ReturnType<typeof createMade>

export const contract = (text: string): Finding => ({ kind: "contract", text })
export const wider = (text: string): Finding => ({ kind: "wider", text })
export const brief = (text: string): Finding => ({ kind: "brief", text })
export const never = (text: string): Finding => ({ kind: "never", text })
