import { spawnSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

/** Serializes processes that install at the same time, because apt refuses a second one. */
const aptLock = "/var/lock/my-account-packages"

/**
 * Installs Debian packages as root, or with sudo if it needs no password.
 *
 * Errors: an `Error` with the command to type, if neither is possible or apt fails.
 */
export function installDebianPackages(...names: string[]): void {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  const instruction = `Please install it: sudo apt-get install ${names.join(" ")}`
  if (asRoot.length > 0 && !succeeds([...asRoot, "true"])) {
    throw new Error(`${names[0]} is not on this machine. ${instruction}`)
  }
  const alone = [...asRoot, "flock", aptLock, "env", "DEBIAN_FRONTEND=noninteractive"]
  const apt = [...alone, "apt-get", "--option", "DPkg::Lock::Timeout=300"]
  run([...apt, "update"], instruction)
  run([...apt, "install", "--yes", "--no-install-recommends", ...names], instruction)
}

/**
 * Path of an installed program.
 *
 * Errors: an `Error` that names the program.
 */
export function programOnPath(name: string): string {
  const found = pathOf(name)
  if (found === undefined) throw new Error(`${name} is not installed.`)
  return found
}

/** Installs the packages if one of the programs is missing. Errors: those of `installDebianPackages`. */
export function ensurePrograms(programs: readonly string[], packages: readonly string[]): void {
  if (programs.some((name) => pathOf(name) === undefined)) installDebianPackages(...packages)
}

function pathOf(name: string): string | undefined {
  const paths = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name))
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export function succeeds([command = "", ...rest]: string[]): boolean {
  return spawnSync(command, rest, { stdio: "ignore" }).status === 0
}

function run([command = "", ...rest]: string[], instruction: string) {
  const { status, error, stdout, stderr } = spawnSync(command, rest, { encoding: "utf8" })
  if (status === 0) return
  throw new Error(`${error?.message ?? `${stdout}${stderr}`}\n${instruction}`)
}
