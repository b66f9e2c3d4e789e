import { createHash } from "node:crypto"
import type { InventoryEntry } from "#contracts/brands/script-inventory.ts"

/**
 * The import map with the integrity of all scripts that a page imports; empty if there are none.
 */
export function importMapOf(inventory: readonly InventoryEntry[]): string {
  const scripts = inventory.filter(({ kind }) => kind === "entry" || kind === "chunk")
  if (scripts.length === 0) return ""
  return JSON.stringify({
    integrity: Object.fromEntries(scripts.map(({ path, integrity }) => [path, integrity])),
  })
}

/** The source expression with which a policy allows an inline script. */
export function inlineHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`
}
