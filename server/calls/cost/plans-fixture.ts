import type { Database, Transaction } from "#database/open.ts"
import type { Statement } from "#database/sql.ts"

/**
 * A node of a plan in PostgreSQL's JSON format. The figures of a run are absent if the plan was not
 * run.
 */
interface Node {
  "Node Type": string
  "Relation Name"?: string
  Schema?: string
  "Index Cond"?: string
  Filter?: string
  "Actual Rows"?: number
  "Actual Loops"?: number
  "Rows Removed by Filter"?: number
  Plans?: Node[]
}

/** The rows of a table that one part of a plan reads. */
export interface Read {
  table: string
  isSequential: boolean
  /** The number of rows read, including rows that are filtered out; 0 if it was not run. */
  rows: number
}

/** The reads of each statement, which is run and rolled back. */
export async function readsOf(
  database: Database,
  statements: readonly Statement[],
): Promise<Map<Statement, Read[]>> {
  const reads = new Map<Statement, Read[]>()
  const done = new Error("Done.")
  await database
    .transaction(async (tx) => {
      for (const statement of statements) reads.set(statement, await readsIn(tx, statement))
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
  return reads
}

async function readsIn(tx: Transaction, { text, values }: Statement): Promise<Read[]> {
  const explain = async (options: string) => {
    await tx.script("savepoint one_statement")
    try {
      const shown = { name: "", text: `explain (${options}) ${text}`, values }
      const [row] = await tx.rows<{ queryPlan?: [{ Plan: Node }] }>(shown)
      return scansOf(Object.values(row ?? {}).flat()[0] as { Plan: Node })
    } finally {
      await tx.script("rollback to savepoint one_statement")
    }
  }
  // An existing row cannot be inserted again. Such a statement is only planned.
  return await explain("analyze, verbose, format json").catch(() => explain("verbose, format json"))
}

/** The table scans of a plan from `explain (format json)`. */
export function scansIn(
  row: object | undefined,
): { table: string; filter: string; hasCondition: boolean }[] {
  const { Plan } = Object.values(row ?? {}).flat()[0] as { Plan: Node }
  const nodes = [Plan]
  for (const node of nodes) nodes.push(...(node.Plans ?? []))
  return nodes.flatMap((node) => {
    const table = node["Relation Name"]
    if (table === undefined || !node["Node Type"].endsWith("Scan")) return []
    const hasCondition =
      node["Index Cond"] !== undefined || node["Node Type"] === "Bitmap Heap Scan"
    return { table, filter: node.Filter ?? "", hasCondition }
  })
}

function scansOf({ Plan }: { Plan: Node }): Read[] {
  const nodes = [Plan]
  for (const node of nodes) nodes.push(...(node.Plans ?? []))
  return nodes.flatMap((node) => {
    const relation = node["Relation Name"]
    if (relation === undefined || !node["Node Type"].endsWith("Scan")) return []
    const found = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)
    return {
      table: `${node.Schema}.${relation}`,
      isSequential: node["Node Type"] === "Seq Scan",
      rows: found * (node["Actual Loops"] ?? 0),
    }
  })
}
