import { globSync, readFileSync } from "node:fs"

export type Kind = "unit" | "database" | "browser"

export interface TestFile {
  /** Path from the project's folder. */
  path: string
  kind: Kind
  /** Whether a database test also runs on PGlite. */
  onBothEngines: boolean
  /** Whether a database test cannot run on PGlite. */
  needsPostgres: boolean
  /** Parts of `npm run prove` that run the file at full size or with new seeds. */
  proofs: string[]
  /** Whether only `npm run prove` runs the file: by its marker, or because each test has @prove. */
  isProofOnly: boolean
}

const nodeTest = /\.test\.(ts|mjs)$/
const spec = /\.spec\.(ts|mjs)$/

/**
 * A marker comment on a separate line at the start of a test file, which controls when the file
 * runs.
 */
const marker = /^\/\/ @([a-z-]+)(.*)$/gm
const browserTest = /^\s*test\(\s*["`]([^"`]*)/gm
const only = /^\s*(test|it|describe|suite)(\.describe)?\.only\(|[{,]\s*only: true\b/m

/**
 * All test files of the project in the current folder. The end of the name gives the kind:
 * `.db.test.ts` needs a database, `.test.ts` does not, `.spec.ts` in e2e/ needs a browser.
 *
 * Errors: an `Error` that names an unknown marker, a file with `.only`, or a file that looks like a
 * test and that no run includes.
 */
export function allTestFiles(): TestFile[] {
  const exclude = ["**/node_modules", "dist"]
  const files = globSync("**/*.{test,tests,spec,specs}.{ts,mts,cts,tsx,js,mjs,cjs,jsx}", {
    exclude,
  })
  const stray = files.find((path) => !(path.startsWith("e2e/") ? spec : nodeTest).test(path))
  if (stray !== undefined) {
    throw new Error(
      `${stray} never runs: a test in Node ends with .test.ts, one in a browser is in e2e/ and ends with .spec.ts.`,
    )
  }
  return files.sort().map(readTestFile)
}

function readTestFile(path: string): TestFile {
  const file: TestFile = {
    path,
    kind: kindOf(path),
    onBothEngines: false,
    needsPostgres: false,
    proofs: [],
    isProofOnly: false,
  }
  const text = readFileSync(path, "utf8")
  if (only.test(text)) throw new Error(`${path}: ".only" hides the other tests of the file.`)
  for (const [line, name, rest = ""] of text.matchAll(marker)) {
    const words = rest.trim() === "" ? [] : rest.trim().split(" ")
    if (name === "both-engines" && words.length === 0 && file.kind === "database") {
      file.onBothEngines = true
    } else if (name === "postgres-only" && words.length === 0 && file.kind === "database") {
      file.needsPostgres = true
    } else if ((name === "prove-only" || name === "prove-also") && words.length > 0) {
      file.proofs.push(...words)
      file.isProofOnly = name === "prove-only"
    } else throw new Error(`${path}: "${line}" is not a marker that the runner knows.`)
  }
  const titles = [...text.matchAll(browserTest)].map(([, title = ""]) => title)
  if (file.kind === "browser" && titles.length > 0) {
    file.isProofOnly = titles.every((title) => title.endsWith("@prove"))
  }
  return file
}

function kindOf(path: string): Kind {
  if (/\.spec\.[a-z]+$/.test(path)) return "browser"
  return /\.db\.test\.[a-z]+$/.test(path) ? "database" : "unit"
}
