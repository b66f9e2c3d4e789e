import { hash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { BilledTerms } from "../../load/opening-in-file.ts"

/** The row of a record. */
export interface ScratchPlace {
  file: string
  line: number
}

/** The keys of an import, on disk, because a million of them would take too much memory. */
export interface Scratch {
  /** Adds a key. False if it already exists and keeps its first place. */
  add(kind: string, key: string, place: ScratchPlace): boolean
  has(kind: string, key: string): boolean
  /** Where a key was added, such as "people.csv:2". */
  placeOf(kind: string, key: string): string | undefined
  /** Removes a key, because its record was refused after all. */
  remove(kind: string, key: string): void
  /** Stores how a product in the files is billed. */
  keepTerms(policyNumber: string, terms: BilledTerms): void
  termsOf(policyNumber: string): BilledTerms | undefined
  close(): void
}

/** Stores only hashes, in a folder for temporary files, until `close`. */
export function openScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), "import-"))
  const store = new DatabaseSync(join(folder, "keys.sqlite"))
  store.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -32000")
  store.exec("create table key (hash blob primary key, file, line) without rowid; begin")
  store.exec("create table terms (hash blob primary key, terms text) without rowid")
  const insertTerms = store.prepare("insert or replace into terms values (?, ?)")
  const findTerms = store.prepare("select terms from terms where hash = ?")
  const insert = store.prepare("insert or ignore into key values (?, ?, ?)")
  const find = store.prepare("select file, line from key where hash = ?")
  const forget = store.prepare("delete from key where hash = ?")
  /** The keys contain the numbers of their files. */
  const files: string[] = []
  const hashOf = (kind: string, key: string) =>
    hash("sha256", `${kind} ${key}`, "buffer").subarray(0, 16)
  return {
    add(kind, key, { file, line }) {
      if (!files.includes(file)) files.push(file)
      return insert.run(hashOf(kind, key), files.indexOf(file), line).changes === 1
    },
    has: (kind, key) => find.get(hashOf(kind, key)) !== undefined,
    placeOf(kind, key) {
      const row = find.get(hashOf(kind, key))
      return row && `${files[Number(row.file)]}:${row.line}`
    },
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
