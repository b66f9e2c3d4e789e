import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import { installDebianPackages, succeeds } from "./debian-packages.ts"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** Switches that turn off Chromium's own calls to its vendor. A test allows no such call. */
export const quietFlags = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
]

/**
 * Path of a working Chromium: the one in CHROMIUM_PATH, one on this machine, or Playwright's. If
 * there is none, it installs one from Playwright or Debian.
 *
 * Errors: an `Error` that names the package to install.
 */
export function findChromium(): string {
  const found = existing() ?? fromPlaywright()
  if (found !== undefined) return found
  installDebianPackages("chromium", "fonts-liberation")
  const debian = existing()
  if (debian === undefined) throw new Error("Debian's package chromium brought none that starts.")
  return debian
}

/**
 * Path of the headless shell, which is the same engine with two thirds of the work. If there is
 * none, the path of any Chromium.
 */
export function findHeadlessChromium(): string {
  const onPath = () => installed(["chromium-headless-shell"]).find(starts)
  const found = [process.env.CHROMIUM_PATH].find(starts) ?? onPath()
  if (found !== undefined) return found
  try {
    installDebianPackages("chromium-headless-shell", "fonts-liberation")
  } catch {
    return findChromium()
  }
  return onPath() ?? findChromium()
}

/** A full Chromium on this machine. Unlike the headless shell, it has a PDF viewer. */
export function wholeChromium(): string | undefined {
  return installed(names).find(starts)
}

function existing(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...installed(names), chromium.executablePath()]
  return candidates.find(starts)
}

function installed(programs: string[]): string[] {
  const folders = (process.env.PATH ?? "").split(":")
  return programs.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function starts(path: string | undefined): path is string {
  return path !== undefined && succeeds([path, "--version"])
}

function fromPlaywright(): string | undefined {
  console.log("No Chromium on this machine: asking Playwright for its own …")
  spawnSync("playwright", ["install", "chromium"], { stdio: "ignore", timeout: 300_000 })
  return existing()
}
