// Prints the figures of the code that have a limit:
//
//   npm run node -- tools/figures/figures.ts            each figure, its goal and its limit
//   npm run node -- tools/figures/figures.ts --lower    lowers the limits of limits.json to today's figures

import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { isTestCode } from "#testing/test-code.ts"

const root = join(import.meta.dirname, "..", "..")
const limitsFile = join(import.meta.dirname, "limits.json")

/** The goals. A figure may exceed its goal only temporarily. */
export const goals = {
  "lines of the largest wiring file": 90,
  "types named …Needs": 0,
  "types named …Deps": 1,
  "lines of the longest product file": 400,
}
type Name = keyof typeof goals

interface Figure {
  value: number
  /** The folder, file or types of the value. */
  of: string
}

const folders = /^(commands|contracts|web|services|platform|ports|database|server|tools)\//
const forTests = /\/conformance|^tools\/(bench|prove|test)\//

/** Measures files, such as those that Git tracks. `textOf` returns the text of a file. */
export function figuresOf(
  files: readonly string[],
  textOf: (file: string) => string,
): Record<Name, Figure> {
  const inFolders = files.filter((file) => folders.test(file))
  const product = inFolders.filter(
    (file) => /\.tsx?$/.test(file) && !isTestCode(file) && !forTests.test(file),
  )
  const lengths = product.map((file) => ({ value: linesOf(textOf(file)), of: file }))
  const wiring = lengths.filter(({ of }) => /(^|\/)(wire|wiring)[^/]*\.ts$|\/wiring\//.test(of))
  const typesNamed = (end: string): Figure => {
    const declared = new RegExp(`^(?:export )?(?:interface|type) (\\w*${end})\\b`, "gm")
    const found = product.flatMap((file) =>
      [...textOf(file).matchAll(declared)].map(([, name]) => `${name} in ${file}`),
    )
    return { value: found.length, of: found.join(", ") }
  }
  return {
    "lines of the largest wiring file": largest(wiring),
    "types named …Needs": typesNamed("Needs"),
    "types named …Deps": typesNamed("Deps"),
    "lines of the longest product file": largest(lengths),
  }
}

/** The figures of the files that Git tracks here. */
export function measure(): Record<Name, Figure> {
  const listed = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  const files = listed.split("\n").filter((file) => file !== "" && existsSync(join(root, file)))
  return figuresOf(files, (file) => readFileSync(join(root, file), "utf8"))
}

/** The highest allowed value of a figure: its goal, or the limit in limits.json. */
export function limitOf(name: Name): number {
  return Math.max(goals[name], readLimits()[name] ?? 0)
}

function readLimits(): Partial<Record<Name, number>> {
  return JSON.parse(readFileSync(limitsFile, "utf8"))
}

function linesOf(text: string): number {
  return text.split("\n").length - 1
}

function largest(figures: Figure[]): Figure {
  return figures.reduce((most, one) => (one.value > most.value ? one : most), { value: 0, of: "" })
}

if (import.meta.main) {
  const command = {
    usage: `npm run node -- tools/figures/figures.ts [--lower]
Prints figures of the code, such as the longest file, with their goals and limits.
  --lower  lowers the limits to these figures
Exit codes: 0 printed; 1 it failed; 2 a mistyped command.`,
    options: { lower: { type: "boolean", default: false } },
  } as const
  await runCommandLine(command, () => {
    const { values } = readCommandLine(command)
    const figures = Object.entries(measure()) as [Name, Figure][]
    for (const [name, { value, of }] of figures) {
      const limit = limitOf(name) === goals[name] ? "" : `, limit ${limitOf(name)}`
      console.log(`${name}: ${value} (goal ${goals[name]}${limit})  ${of}`)
    }
    if (!values.lower) return
    const above = figures
      .map(([name, { value }]) => [name, Math.min(value, limitOf(name))] as const)
      .filter(([name, limit]) => limit > goals[name])
    writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(above), null, 2)}\n`)
  })
}
