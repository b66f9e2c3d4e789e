import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { plainEnvironment, runIn } from "./project-copy.ts"

/** Bytes, as files; registries compress an image to about a third. */
const mostImageBytes = 250_000_000
const shells = ["sh", "bash", "dash", "busybox", "apt", "npm", "perl", "python3"]

/** Writes the root file system of the image, as deploy/Containerfile does. */
export function writeRootfs(project: string, root: string): void {
  runIn(project, "sh", [join(project, "deploy", "rootfs.sh"), root])
}

/** A line for each rule that the image's files violate. */
export function wrongFiles(root: string, log: (line: string) => void): string[] {
  const bytes = Number(execFileSync("du", ["-sb", root], { encoding: "utf8" }).split("\t")[0])
  log(`the image has ${(bytes / 1_000_000).toFixed(0)} MB (at most ${mostImageBytes / 1_000_000})`)
  const found = shells.filter((name) =>
    ["bin", "usr/bin", "usr/local/bin", "app/bin"].some((folder) =>
      existsSync(join(root, folder, name)),
    ),
  )
  return [
    ...(bytes > mostImageBytes ? [`the image has ${bytes} bytes`] : []),
    ...found.map((name) => `the image contains ${name}`),
    ...(readdirSync(join(root, "app", "bin")).join() === "node" ? [] : ["app/bin has programs"]),
  ]
}

/**
 * Runs as a container does: read-only root file system, an unprivileged user, two writable places.
 */
const contained = `
set -e
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -t tmpfs -o uid=65532,gid=65532,mode=700 tmpfs "$1/data"
root=$1
shift
exec chroot --userspec=65532:65532 "$root" /app/bin/node "$@"
`

function argumentsOf(root: string, parameters: readonly string[]): string[] {
  return ["--mount", "sh", "-c", contained, "sh", root, ...parameters]
}

/** Runs a program of the image to its end. Returns its exit code. */
export function runImage(
  root: string,
  parameters: string[],
  env: NodeJS.ProcessEnv,
): number | null {
  const { status, stderr } = spawnSync("unshare", argumentsOf(root, parameters), {
    env: { ...plainEnvironment(), ...env },
    encoding: "utf8",
  })
  if (stderr !== "") console.error(stderr)
  return status
}

/** Starts the server of the image. */
export function startImage(
  root: string,
  env: NodeJS.ProcessEnv,
): { server: ChildProcess; ended: Promise<unknown[]> } {
  const flags = ["--max-semi-space-size=8", "--heap-growing-percent=25"]
  const server = spawn("unshare", argumentsOf(root, [...flags, "/app/server/main.ts"]), {
    env: { ...plainEnvironment(), ...env },
    stdio: ["ignore", "ignore", "inherit"],
  })
  return { server, ended: once(server, "exit") }
}
