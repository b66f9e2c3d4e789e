import { spawn } from "node:child_process"
import { once } from "node:events"
import { get } from "node:http"
import { buffer, text } from "node:stream/consumers"
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

/** Lighthouse's report of the page at this address on a phone: simulated slow 4G, CPU four times slower. */
export async function lighthouse(
  address: string,
  { categories, skipped = [] }: { categories: readonly string[]; skipped?: readonly string[] },
): Promise<Report> {
  const child = spawn(
    programOf("lighthouse"),
    [
      address,
      `--only-categories=${categories.join(",")}`,
      ...(skipped.length > 0 ? [`--skip-audits=${skipped.join(",")}`] : []),
      `--chrome-flags=${["--headless=new", ...quietFlags].join(" ")}`,
      "--output=json",
      "--quiet",
      "--no-enable-error-reporting",
    ],
    {
      env: { ...process.env, CHROME_PATH: findChromium() },
      stdio: ["ignore", "pipe", "inherit"],
    },
  )
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")])
  const report = printed === "" ? undefined : (JSON.parse(printed) as Report)
  if (!report || report.runtimeError) {
    throw new Error(`Lighthouse could not look at ${address}: ${report?.runtimeError?.message}`)
  }
  return report
}

export function numberOf({ audits }: Report, id: string): number {
  return audits[id]?.numericValue ?? Number.NaN
}

/** Milliseconds of the longest task, on the slow processor; 0 if none took 50 ms. */
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

/** In bytes: all that a page transfers, its JavaScript without headers, and the hosts it asks besides its own. */
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
