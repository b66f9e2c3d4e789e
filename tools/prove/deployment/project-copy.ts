import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"

const root = join(import.meta.dirname, "..", "..", "..")

/** Copies the files that Git tracks into a folder, which is then like a bare clone. */
export function copyTrackedFiles(folder: string): void {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  for (const file of listed.split("\0")) {
    if (file !== "" && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  }
}

/** Copies the files that Git tracks, and the build, into a folder. */
export function copyProject(folder: string): void {
  copyTrackedFiles(folder)
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true })
}

/**
 * Checks out a commit into a folder, with its packages and its build. Returns a function that
 * removes it.
 */
export function checkOut(commit: string, folder: string): () => void {
  const git = (...parameters: string[]) => execFileSync("git", parameters, { cwd: root })
  git("worktree", "add", "--detach", folder, commit)
  const lockOf = (project: string) => readFileSync(join(project, "package-lock.json"), "utf8")
  if (lockOf(folder) === lockOf(root)) {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  } else runIn(folder, "npm", ["ci", "--prefer-offline", "--ignore-scripts"])
  runIn(folder, process.execPath, ["tools/build.ts"])
  return () => void git("worktree", "remove", "--force", folder)
}

/**
 * The environment with the machine's own Node and npm, and without settings or programs of this
 * project.
 */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { HOME, PATH = "" } = process.env
  const isOfMachine = (path: string) => dirname(path).split("/").at(-1) !== "node_modules"
  return { HOME, PATH: PATH.split(delimiter).filter(isOfMachine).join(delimiter) }
}

/** Runs a program to its end. Errors: an `Error` with its complete output. */
export function runIn(
  cwd: string,
  program: string,
  parameters: string[],
  env: NodeJS.ProcessEnv = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd,
    env: { ...plainEnvironment(), ...env },
    encoding: "utf8",
  })
  if (status === 0) return stdout
  throw new Error(`${program} ${parameters.join(" ")}: ${error?.message ?? `${stdout}${stderr}`}`)
}
