import { spawnSync } from "node:child_process"

/**
 * Installs Debian packages as root, or with sudo if it asks for no password.
 *
 * Errors: an `Error` with the command to type, if neither is possible or apt fails.
 */
export function installDebianPackages(...names: string[]): void {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  const instruction = `Please install it: sudo apt-get install ${names.join(" ")}`
  if (asRoot.length > 0 && !succeeds([...asRoot, "true"])) {
    throw new Error(`${names[0]} is not on this machine. ${instruction}`)
  }
  console.log(`Installing from Debian: ${names.join(" ")} …`)
  const apt = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
  run([...apt, "update"], instruction)
  run([...apt, "install", "--yes", "--no-install-recommends", ...names], instruction)
}

export function succeeds([command = "", ...rest]: string[]): boolean {
  return spawnSync(command, rest, { stdio: "ignore" }).status === 0
}

function run([command = "", ...rest]: string[], instruction: string) {
  const { status, error, stdout, stderr } = spawnSync(command, rest, { encoding: "utf8" })
  if (status === 0) return
  throw new Error(`${error?.message ?? `${stdout}${stderr}`}\n${instruction}`)
}
