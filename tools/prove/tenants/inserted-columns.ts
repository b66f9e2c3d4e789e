import { createRequire } from "node:module"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { columns, jsonColumns } from "#database/sql.ts"

/** A node of the parsed file, limited to what constant expressions need. */
export interface Parsed {
  type: string
  start: number
  end: number
  name?: string
  body?: Parsed[]
  declaration?: Parsed | null
  declarations?: { id: Parsed; start: number; end: number }[]
  specifiers?: { local: Parsed; imported?: Parsed }[]
  source?: { value: string }
}

const inserting = { columns, jsonColumns }

/**
 * The texts that a file inserts into its statements: those of `columns` and `jsonColumns`, whose
 * arguments are constants of the file, written without types, or of a module that it imports.
 * Undefined for a value.
 */
export function insertedColumns(path: string, source: string, program: Parsed) {
  const require = createRequire(join(import.meta.dirname, "../../..", path))
  const statements = (program.body ?? []).map((node) => node.declaration ?? node)

  function run(code: string, names: readonly string[]): unknown {
    const values = Object.fromEntries(names.map((name) => [name, constant(name)]))
    return runInNewContext(code, { ...values, Object })
  }

  /** The value of a top-level constant, or of an import. */
  function constant(name: string): unknown {
    if (name in inserting) return inserting[name as keyof typeof inserting]
    for (const { type, specifiers = [], source: from, declarations = [] } of statements) {
      const imported = specifiers.find(({ local }) => local.name === name)
      if (type === "ImportDeclaration" && imported) {
        const module = require(from?.value ?? "") as Record<string, unknown>
        return module[imported.imported?.name ?? name]
      }
      const declared = declarations.find(({ id }) => namesIn(source, id).includes(name))
      if (!declared) continue
      const text = `const ${source.slice(declared.start, declared.end)}`
      const own = namesIn(source, declared.id)
      const init = source.slice(declared.id.end, declared.end)
      return run(
        `${text}; ${name}`,
        wordsIn(init).filter((word) => !own.includes(word)),
      )
    }
    return undefined
  }

  return function insertedBy({ start, end }: Parsed): string | undefined {
    const expression = source.slice(start, end)
    if (!/^(columns|jsonColumns)\(/.test(expression)) return undefined
    const inserted = run(expression, wordsIn(expression)) as { text: string }
    return inserted.text
  }
}

/** The words of an expression that can name a constant: no texts and no properties (`.name`). */
function wordsIn(expression: string): string[] {
  const code = expression.replace(/"[^"]*"/g, "")
  return [...new Set(code.match(/(?<!\w)(?<!(?:^|[^.])\.)[A-Za-z_]\w*/g) ?? [])].filter(
    (word) => !["as", "const", "Object"].includes(word),
  )
}

/** The names that a declaration declares: one, or those of a pattern. */
function namesIn(source: string, { start, end }: Parsed): string[] {
  return wordsIn(source.slice(start, end))
}
