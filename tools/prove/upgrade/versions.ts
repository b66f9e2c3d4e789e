import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildAgain } from "#testing/second-build.ts"
import { checkOut, copyProject } from "../deployment/project-copy.ts"

const root = join(import.meta.dirname, "../../..")
const migrations = join(import.meta.dirname, "migrations")

/** The folders of two versions, each with its packages and its build. */
export interface Versions {
  earlier: string
  later: string
  /** A description of both versions, for the reader. */
  what: string
  remove(): void
}

/**
 * Opens the folders. The earlier version is the newest tag before this commit. If there is none,
 * such as in a shallow clone, it is this commit itself, and the later one is a copy with more
 * migrations and another build.
 */
export async function openVersions(): Promise<Versions> {
  const folder = mkdtempSync(join(tmpdir(), "prove-upgrade-"))
  const later = join(folder, "later")
  copyProject(later)
  symlinkSync(join(root, "node_modules"), join(later, "node_modules"))
  const tag = earlierTag()
  if (tag === undefined) {
    addMigrations(later, "expand")
    const second = fileURLToPath(await buildAgain())
    rmSync(join(later, "dist"), { recursive: true })
    cpSync(second, join(later, "dist"), { recursive: true })
    rmSync(second, { recursive: true })
    const what = "there is no earlier tag: this commit, and this commit with more migrations"
    return { earlier: root, later, what, remove: () => rmSync(folder, { recursive: true }) }
  }
  const earlier = join(folder, "earlier")
  const removeEarlier = checkOut(tag, earlier)
  return {
    ...{ earlier, later, what: `${tag}, and this commit` },
    remove() {
      removeEarlier()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Adds migrations to a copy of the project. */
export function addMigrations(project: string, kind: "expand" | "contract"): void {
  cpSync(join(migrations, kind), join(project, "database/migrations"), { recursive: true })
}

function earlierTag(): string | undefined {
  try {
    const tags = git("tag", "--merged", "HEAD", "--list", "v*", "--sort=-v:refname").split("\n")
    const head = git("rev-parse", "HEAD")
    return tags.find((tag) => tag !== "" && git("rev-parse", `${tag}^{commit}`) !== head)
  } catch {
    return undefined
  }
}

function git(...parameters: string[]): string {
  return execFileSync("git", parameters, { cwd: root, encoding: "utf8" }).trim()
}
