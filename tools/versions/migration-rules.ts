import { type Node, parse } from "libpg-query"
import {
  contractionsOf,
  isConcurrent,
  type Migration,
} from "#database/migrating/migration-files.ts"
import { createMade, type Finding, type Made, never } from "./findings.ts"
import { last, nameOf, textOf } from "./names.ts"
import { findingsOf } from "./statement-rules.ts"

/**
 * Judges the migrations since the last version, in order, by whether servers of that version
 * survive them: see docs/upgrading.md. `versions` are the released ones.
 *
 * Returns one line for each finding that no line of its file accepts.
 */
export async function judgeMigrations(
  migrations: readonly Migration[],
  versions: readonly string[],
): Promise<string[]> {
  const made = createMade()
  const lines: string[] = []
  for (const migration of migrations) {
    const found = await findingsIn(migration, made)
    const accepted = acceptedBy(migration, versions)
    const open = found.filter(({ kind }) => !accepted.kinds.has(kind))
    lines.push(...open.map(({ kind, text }) => `${migration.name}: ${kind}: ${text}`))
    lines.push(...accepted.wrong.map((text) => `${migration.name}: ${text}`))
    const used = new Set<string>(found.map(({ kind }) => kind))
    const idle = [...accepted.kinds].filter((kind) => !used.has(kind))
    lines.push(...idle.map((kind) => `${migration.name}: "-- ${kind}:" accepts nothing`))
  }
  return lines
}

async function findingsIn(migration: Migration, made: Made): Promise<Finding[]> {
  made.constraintsOfFile.clear()
  const { stmts = [] } = await parse(migration.text)
  const statements = stmts.flatMap(({ stmt }) => (stmt ? [stmt] : []))
  const altered = statements.flatMap((statement) =>
    "AlterTableStmt" in statement ? [nameOf(statement.AlterTableStmt.relation)] : [],
  )
  // A repeated index build begins by removing the remains of a failed one, so its name is already
  // known.
  for (const statement of statements) {
    if ("IndexStmt" in statement) made.add("index", statement.IndexStmt.idxname ?? "")
  }
  const existing = new Set(altered.filter((table) => !made.has("table", table)))
  const found = statements.flatMap((statement) => findingsOf(statement, made))
  const together = [...existing].filter((table) => !made.has("table", table))
  if (together.length > 1) {
    found.push({
      kind: "brief",
      text: `${together.join(" and ")} are locked together; use a file for each`,
    })
  }
  if (isConcurrent(migration)) found.push(...concurrentFindings(statements))
  return found
}

/** These statements run one by one outside of a transaction, so each must be repeatable. */
function concurrentFindings(statements: readonly Node[]): Finding[] {
  const removed = new Set<string>()
  return statements.flatMap((statement) => {
    if ("DropStmt" in statement && statement.DropStmt.concurrent) {
      for (const object of statement.DropStmt.objects ?? []) removed.add(last(textOf([object])))
      return []
    }
    if (!("IndexStmt" in statement) || !statement.IndexStmt.concurrent) {
      return [never("a file with concurrently has other statements too; they are not one step")]
    }
    const { idxname = "" } = statement.IndexStmt
    return removed.has(idxname)
      ? []
      : [
          never(
            `"drop index concurrently if exists" must come before ${idxname}, which a failure leaves`,
          ),
        ]
  })
}

function acceptedBy(migration: Migration, versions: readonly string[]) {
  const contractions = contractionsOf(migration)
  const unknown = contractions.filter(({ unusedSince }) => !versions.includes(unusedSince))
  const says = (kind: string) => new RegExp(`^-- ${kind}: \\S`, "m").test(migration.text)
  const kinds = new Set<Finding["kind"]>()
  if (says("wider")) kinds.add("wider")
  if (says("brief")) kinds.add("brief")
  if (contractions.length > 0) kinds.add("contract")
  return {
    kinds,
    wrong: [
      ...unknown.map(
        ({ what, unusedSince }) =>
          `${what} is unused since ${unusedSince}, which is not released: servers that run use it`,
      ),
      ...(says("contract") && contractions.length === 0
        ? ['a contract reads "-- contract: <what> unused since <version>"']
        : []),
    ],
  }
}
