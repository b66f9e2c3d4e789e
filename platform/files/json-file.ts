import {
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  visit,
} from "jsonc-parser"
import type { z } from "zod"
import type { Problem } from "./problems.ts"
import { lineAt, type TextFile } from "./text-file.ts"

/**
 * Parses JSON strictly: no comments, no trailing commas, no duplicate fields, and no fields that
 * are not in the schema. Adds errors to `problems`, and then returns no value.
 */
export function readJson<Schema extends z.ZodType>(
  source: TextFile,
  schema: Schema,
  problems: Problem[],
): z.output<Schema> | undefined {
  const syntax = syntaxProblem(source)
  if (syntax) {
    problems.push(syntax)
    return undefined
  }
  const parsed = schema.safeParse(JSON.parse(source.text), { reportInput: true })
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) problems.push(...problemsOf(source, issue))
  return undefined
}

const trees = new WeakMap<TextFile, Node | undefined>()

/** The node of the value, or of the nearest enclosing one that exists. */
function nodeAt(source: TextFile, path: JSONPath): Node | undefined {
  if (!trees.has(source)) trees.set(source, parseTree(source.text))
  const tree = trees.get(source)
  for (let length = path.length; tree && length >= 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length))
    if (node) return node
  }
  return tree
}

/** Only the first syntax error, because it causes the later ones. */
function syntaxProblem(source: TextFile): Problem | undefined {
  const slips: { offset: number; reason: string }[] = []
  const fields: Set<string>[] = []
  visit(
    source.text,
    {
      onObjectBegin: () => {
        fields.push(new Set())
      },
      onObjectEnd: () => {
        fields.pop()
      },
      onObjectProperty(name, offset) {
        const known = fields.at(-1)
        if (known?.has(name)) slips.push({ offset, reason: `"${name}" is written twice` })
        known?.add(name)
      },
      onError(error, offset) {
        slips.push({ offset, reason: `not valid JSON: ${inWords(error)}` })
      },
    },
    { disallowComments: true },
  )
  const [first] = slips
  return first && { file: source.file, line: lineAt(source, first.offset), reason: first.reason }
}

function inWords(error: ParseError["error"]): string {
  const words = printParseErrorCode(error).replace(/(?<=[a-z])(?=[A-Z])/g, " ")
  return words === "Invalid Comment Token" ? "comments are not allowed" : words.toLowerCase()
}

function problemsOf(source: TextFile, issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.filter((segment) => typeof segment !== "symbol")
  if (issue.code !== "unrecognized_keys") {
    return [problemAt(source, path, `${jsonProblemOf(issue)}${firstOf(source, issue)}`)]
  }
  return issue.keys.map((key) => ({
    ...problemAt(source, [...path, key], "is not a known field"),
    line: lineAt(source, nodeAt(source, [...path, key])?.parent?.offset ?? 0),
  }))
}

/** The line of the value that another one repeats. */
function firstOf(source: TextFile, issue: z.core.$ZodIssue): string {
  const first: JSONPath | undefined = issue.code === "custom" ? issue.params?.first : undefined
  return first ? `, first in line ${lineAt(source, nodeAt(source, first)?.offset ?? 0)}` : ""
}

/** The problem with one value of the file, on its line. */
export function problemAt(source: TextFile, path: JSONPath, reason: string): Problem {
  const name = path
    .map((segment) => (typeof segment === "number" ? `[${segment}]` : `.${segment}`))
    .join("")
    .replace(/^\./, "")
  const line = lineAt(source, nodeAt(source, path)?.offset ?? 0)
  return { file: source.file, line, reason: `${name} ${reason}`.trimStart() }
}

/**
 * The reason of an issue in words for people. Our own texts begin in lower case; Zod's begin with a
 * capital.
 */
export function jsonProblemOf(issue: z.core.$ZodIssue): string {
  const { code, message, input } = issue
  if (code === "invalid_type" && input === undefined) return "is missing"
  if (/^[a-z]/.test(message)) return message
  if (code === "invalid_type") return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (code === "invalid_value") return oneOf(issue.values)
  if (code === "invalid_union") {
    if ("options" in issue && issue.options) return oneOf(issue.options)
    const [first] = issue.errors[0] ?? []
    return first ? jsonProblemOf({ ...first, input } as z.core.$ZodIssue) : "has a wrong value"
  }
  if (code === "too_big") return `must ${sizeOf(issue.origin, "at most", issue.maximum)}`
  if (code === "too_small") return `must ${sizeOf(issue.origin, "at least", issue.minimum)}`
  return code === "invalid_format" ? `is not a valid ${issue.format}` : "has a wrong value"
}

function oneOf(values: readonly z.core.util.Primitive[]): string {
  const texts = values.map((value) => JSON.stringify(value)).join(", ")
  return `must be ${values.length > 1 ? "one of " : ""}${texts}`
}

const kinds: Record<string, string> = {
  string: "text in quotes",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
  array: "a list: […]",
  object: "an object: {…}",
}

function sizeOf(origin: string, bound: string, size: number | bigint): string {
  if (origin === "string") return `have ${bound} ${size} characters`
  return origin === "array" ? `have ${bound} ${size} entries` : `be ${bound} ${size}`
}
