import { execFileSync } from "node:child_process"
import type { TestFile } from "./files.ts"
import { readImportGraph } from "./import-graph.ts"

/** The browser's code. Imports do not show which spec visits which screen. */
const ofPages = /^(web\/|vite\.config|contracts\/messages\/)/
const code = /\.(ts|tsx|mjs|css)$/
/** Files that no test reads: prose, and settings of checks that always run in full. */
const apart = /\.(md|jpg|png)$|^(biome|knip)\.jsonc?$|^\.|^tools\/test\/floor\.json$/

export interface Choice {
  files: TestFile[]
  /** The reasons for the choice, for the person who runs it. */
  reasons: string[]
}

/**
 * The tests that depend on the changes since `main`, including uncommitted changes. For code, it
 * follows the imports back to the tests. Other files (SQL, demo data, packages) select every
 * database test. A change of the pages selects every browser test. A change of the server selects
 * only browser tests that import the changed file, because all others use the whole server.
 */
export function testsOfChange(all: readonly TestFile[], changed = changedFiles()): Choice {
  const changedCode = changed.filter((path) => code.test(path))
  const others = changed.filter((path) => !code.test(path) && !apart.test(path))
  const pages = changed.filter((path) => ofPages.test(path))
  const affected = readImportGraph().affectedBy(changedCode)
  const direct = affectedSpecs(changedCode)
  const files = all.filter(({ path, kind }) => {
    if (kind === "browser") return pages.length > 0 || others.length > 0 || direct.has(path)
    return affected.has(path) || (kind === "database" && others.length > 0)
  })
  const reasons = [
    `${changed.length} files changed`,
    ...(others[0] === undefined ? [] : [`all database and browser tests for ${others[0]}`]),
    ...(pages[0] === undefined ? [] : [`all browser tests for ${pages[0]}`]),
  ]
  return { files, reasons }

  function affectedSpecs(paths: readonly string[]): ReadonlySet<string> {
    return readImportGraph().affectedBy(paths.filter((path) => path.startsWith("e2e/")))
  }
}

/** Files that differ from the point where this branch left `main`, and untracked files. */
function changedFiles(): string[] {
  const base = ["origin/main", "main"].map(mergeBase).find((commit) => commit !== undefined)
  return filesChangedSince(base ?? "HEAD")
}

/**
 * Files that differ from this commit, including uncommitted and untracked ones.
 *
 * Errors: an `Error` of Git, such as for an unknown commit.
 */
export function filesChangedSince(commit: string): string[] {
  const differing = git("diff", "--name-only", "--no-renames", commit, "--")
  const added = git("ls-files", "--others", "--exclude-standard")
  return [...new Set([...differing, ...added])]
}

function mergeBase(branch: string): string | undefined {
  try {
    return git("merge-base", "HEAD", branch)[0]
  } catch {
    return undefined
  }
}

/** The lines that Git prints. Errors: an `Error` with its message. */
export function git(...parameters: string[]): string[] {
  const printed = execFileSync("git", ["-c", "core.quotePath=false", ...parameters], {
    encoding: "utf8",
    stdio: "pipe",
  })
  return printed.split("\n").filter((line) => line !== "")
}
