import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "vite"
import { isTestCode } from "#testing/test-code.ts"
import { insertedColumns, type Parsed } from "./inserted-columns.ts"

/** One `sql` template of the product. */
export interface ProductStatement {
  /** Path from the project's folder. */
  file: string
  line: number
  /** The statement's text as `sql` sends it to the database, with $1, $2 … for its values. */
  text: string
}

const root = join(import.meta.dirname, "../../..")
const places = "{commands,database,platform,ports,server,services}/**/*.ts"
/**
 * Leaves out tests, and the sandbox gateway, which has its own SQLite database, like an external
 * gateway.
 */
const others = /^ports\/payment-gateway\/sandbox\//

/** Every statement of the product, ordered by file and line. */
export function productStatements(): ProductStatement[] {
  return globSync(places, { cwd: root })
    .filter((file) => !isTestCode(file) && !others.test(file))
    .sort()
    .flatMap((file) => statementsIn(file, readFileSync(join(root, file), "utf8")))
}

/** The statements of one file. Errors: an `Error` when the file cannot be parsed. */
export function statementsIn(file: string, source: string): ProductStatement[] {
  if (!source.includes("sql`")) return []
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  const insertedBy = insertedColumns(file, source, program as unknown as Parsed)
  const found: ProductStatement[] = []
  visit(program, (node) => {
    if (node.type !== "TaggedTemplateExpression" || node.tag?.name !== "sql") return
    const parts = node.quasi?.quasis.map(({ value }) => value.cooked) ?? []
    let values = 0
    const text = parts.reduce((before, part, index) => {
      const expression = node.quasi?.expressions[index - 1]
      const inserted = expression && insertedBy(expression)
      if (inserted === undefined) values += 1
      return `${before}${inserted ?? `$${values}`}${part}`
    })
    found.push({ file, line: source.slice(0, node.start).split("\n").length, text })
  })
  return found
}

interface Node {
  type: string
  start: number
  tag?: { name?: string }
  quasi?: { quasis: { value: { cooked: string } }[]; expressions: Parsed[] }
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const entry of value) visit(entry, see)
  else if (typeof value === "object" && value !== null) {
    if ("type" in value) see(value as Node)
    for (const entry of Object.values(value)) visit(entry, see)
  }
}
