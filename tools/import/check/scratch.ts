import { hash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { BilledTerms } from "../../load/opening-in-file.ts"

/** The keys of an import, on disk: a million of them would take too much memory. */
export interface Scratch {
  /** False if the key is there already. */
  add(kind: string, key: string): boolean
  has(kind: string, key: string): boolean
  /** Forgets a key, because its record is refused after all. */
  remove(kind: string, key: string): void
  /** How a product of the files is billed. */
  keepTerms(policyNumber: string, terms: BilledTerms): void
  termsOf(policyNumber: string): BilledTerms | undefined
  close(): void
}

/** Keeps hashes only, in a folder for temporary files, until `close`. */
export function openScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), "import-"))
  const store = new DatabaseSync(join(folder, "keys.sqlite"))
  store.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32000")
  store.exec("create table key (hash blob primary key) without rowid; begin")
  store.exec("create table terms (hash blob primary key, terms text) without rowid")
  const insertTerms = store.prepare("insert or replace into terms values (?, ?)")
  const findTerms = store.prepare("select terms from terms where hash = ?")
  const insert = store.prepare("insert or ignore into key values (?)")
  const find = store.prepare("select 1 from key where hash = ?")
  const forget = store.prepare("delete from key where hash = ?")
  const hashOf = (kind: string, key: string) =>
    hash("sha256", `${kind} ${key}`, "buffer").subarray(0, 16)
  return {
    add: (kind, key) => insert.run(hashOf(kind, key)).changes === 1,
    has: (kind, key) => find.get(hashOf(kind, key)) !== undefined,
    remove(kind, key) {
      forget.run(hashOf(kind, key))
    },
    keepTerms(policyNumber, terms) {
      insertTerms.run(hashOf("terms", policyNumber), JSON.stringify(terms))
    },
    termsOf(policyNumber) {
      const row = findTerms.get(hashOf("terms", policyNumber))
      return row && JSON.parse(String(row.terms))
    },
    close() {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
