import { execFileSync } from "node:child_process"
import type { TestFile } from "./files.ts"
import { readImportGraph } from "./import-graph.ts"

/** The browser's part; which spec shows which of its screens does not stand in the imports. */
const ofPages = /^(web\/|vite\.config|contracts\/messages\/)/
const code = /\.(ts|tsx|mjs|css)$/
/** What no test reads: prose, and settings of checks that always run whole. */
const apart = /\.(md|jpg|png)$|^(biome|knip)\.jsonc?$|^\.|^tools\/test\/floor\.json$/

export interface Choice {
  files: TestFile[]
  /** Why these, for the person who asked. */
  reasons: string[]
}

/**
 * Tests that a change since `main` touches, with what is not committed. Code is followed backwards
 * through the imports to tests. What is no code (SQL, demo data, packages) touches every database
 * test. A change of the pages touches every browser test; a change of the server touches only
 * browser tests that import the changed file, as the rest of them use all of the server.
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

/** Files that differ from where this branch left `main`, and files that are not in git yet. */
function changedFiles(): string[] {
  const base = ["origin/main", "main"].map(mergeBase).find((commit) => commit !== undefined)
  const differing = git("diff", "--name-only", "--no-renames", base ?? "HEAD")
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

function git(...parameters: string[]): string[] {
  const printed = execFileSync("git", parameters, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
  return printed.split("\n").filter((line) => line !== "")
}
