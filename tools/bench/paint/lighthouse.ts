import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { findChromium, quietFlags } from "#testing/chromium.ts"
import { programOf } from "../processes.ts"

/** The parts of Lighthouse's report that the bench reads. */
export interface Report {
  finalDisplayedUrl: string
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { score: number | null; numericValue?: number; details?: { items?: unknown[] } }
  >
}

interface NetworkRequest {
  url: string
  resourceType: string
  transferSize: number
}

/** Milliseconds. Otherwise a hanging Chrome would block the bench forever. */
const patienceMs = 180_000

/**
 * The most attempts: on a busy machine Chrome may start a page too late for Lighthouse
 * (NO_NAVSTART), so one is repeated.
 */
const mostLooks = 3

interface Look {
  categories: readonly string[]
  skipped?: readonly string[]
}

/**
 * Lighthouse's report of the page at this address on a phone: simulated slow 4G, CPU four times
 * slower.
 *
 * Errors: an `Error` with the fault of the last attempt.
 */
export async function lighthouse(address: string, look: Look): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "lighthouse-"))
  try {
    let reason = ""
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const file = join(folder, `${looks}.json`)
      await lookOnce(address, look, file)
      const { report, fault } = reportIn(await readFile(file, "utf8").catch(() => ""))
      if (report) return report
      reason = fault
    }
    throw new Error(`Lighthouse could not look at ${address}: ${reason}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The report goes to a file, because Lighthouse ends before a long one has passed through a pipe.
 */
async function lookOnce(
  address: string,
  { categories, skipped = [] }: Look,
  file: string,
): Promise<void> {
  const child = spawn(
    programOf("lighthouse"),
    [
      address,
      `--only-categories=${categories.join(",")}`,
      ...(skipped.length > 0 ? [`--skip-audits=${skipped.join(",")}`] : []),
      `--chrome-flags=${["--headless=new", ...quietFlags].join(" ")}`,
      ...["--output=json", `--output-path=${file}`],
      "--quiet",
      "--no-enable-error-reporting",
    ],
    {
      env: { ...process.env, CHROME_PATH: findChromium() },
      stdio: ["ignore", "ignore", "inherit"],
      timeout: patienceMs,
    },
  )
  await once(child, "close")
}

/** The report in Lighthouse's output, or why there is none. */
export function reportIn(text: string): { report?: Report; fault: string } {
  if (text === "") return { fault: "it wrote no report" }
  try {
    const report = JSON.parse(text) as Report
    const fault = report.runtimeError?.message
    return fault === undefined ? { report, fault: "" } : { fault }
  } catch {
    return { fault: "its report is cut off" }
  }
}

export function numberOf({ audits }: Report, id: string): number {
  return audits[id]?.numericValue ?? Number.NaN
}

/** Milliseconds of the longest task on the slow processor; 0 if none took 50 ms. */
export function longestTask({ audits }: Report): number {
  const tasks = (audits["long-tasks"]?.details?.items ?? []) as { duration: number }[]
  return Math.max(0, ...tasks.map(({ duration }) => duration))
}

/** The audits that cost points in a category. */
export function lostBy({ categories, audits }: Report, category: string): string[] {
  const refs = categories[category]?.auditRefs ?? []
  const lost = refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  return lost.map(({ id }) => id)
}

/**
 * Bytes of everything that a page transfers and of its JavaScript without headers, and the other
 * hosts that it contacts.
 */
export async function weightOf(report: Report) {
  const requests = (report.audits["network-requests"]?.details?.items ?? []) as NetworkRequest[]
  const { origin } = new URL(report.finalDisplayedUrl)
  const scripts = requests.filter(({ resourceType }) => resourceType === "Script")
  const sizes = await Promise.all(scripts.map(({ url }) => compressedBytes(url)))
  const foreign = requests.filter(({ url }) => !url.startsWith(origin) && !url.startsWith("data:"))
  return {
    all: sum(requests.map(({ transferSize }) => transferSize)),
    javaScript: sum(sizes),
    requests: requests.length,
    foreign: foreign.length,
  }
}

/** Bytes of the file as transferred. `fetch` would decompress the file first. */
async function compressedBytes(address: string): Promise<number> {
  const { host, port, pathname } = new URL(address)
  const headers = { host, "accept-encoding": "br" }
  const request = get({ host: "127.0.0.1", port, path: pathname, headers })
  const [response] = await once(request, "response")
  return (await buffer(response)).length
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
