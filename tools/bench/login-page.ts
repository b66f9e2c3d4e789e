import { spawn } from "node:child_process"
import { once } from "node:events"
import { get } from "node:http"
import { buffer, text } from "node:stream/consumers"
import { findChromium, quietFlags } from "#testing/chromium.ts"
import { programOf } from "./processes.ts"
import { type Finding, median } from "./report.ts"

/** The parts of Lighthouse's report that this file reads. */
interface Result {
  finalDisplayedUrl: string
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { score: number | null; numericValue?: number; details?: { items?: unknown[] } }
  >
}

const runs = 3
const scoreBounds = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
} as const
const javaScriptBytes = 70_000

/** Lighthouse's scores of the page at this address on a phone, and the bytes transferred. */
export async function loginPage(address: string): Promise<Finding[]> {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) results.push(await lighthouseRun(address))
  const [first] = results
  if (!first) throw new Error("Lighthouse was not run.")
  return [...(await weights(first)), ...scores(results), ...paint(results)]
}

async function lighthouseRun(address: string): Promise<Result> {
  const child = spawn(
    programOf("lighthouse"),
    [
      address,
      `--only-categories=${Object.keys(scoreBounds).join(",")}`,
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
  const result = printed === "" ? undefined : (JSON.parse(printed) as Result)
  if (!result || result.runtimeError) {
    throw new Error(`Lighthouse could not look at ${address}: ${result?.runtimeError?.message}`)
  }
  return result
}

function scores(results: Result[]): Finding[] {
  return Object.entries(scoreBounds).map(([category, bound]) => {
    const score = median(results.map(({ categories }) => (categories[category]?.score ?? 0) * 100))
    const missed = score < bound
    return {
      what: `Login page, Lighthouse mobile, ${category}`,
      value: score.toFixed(0),
      bound: `at least ${bound}${missed ? `; lost by ${lostBy(results[0], category)}` : ""}`,
      missed,
    }
  })
}

function lostBy(result: Result | undefined, category: string): string {
  const audits = result?.categories[category]?.auditRefs ?? []
  const lost = audits.filter(({ id, weight }) => weight > 0 && (result?.audits[id]?.score ?? 1) < 1)
  return lost.map(({ id }) => id).join(", ")
}

function paint(results: Result[]): Finding[] {
  const value = (id: string) => median(results.map(({ audits }) => audits[id]?.numericValue ?? 0))
  const shift = value("cumulative-layout-shift")
  return [
    {
      what: "Login page, largest paint on a slow phone",
      value: `${(value("largest-contentful-paint") / 1000).toFixed(1)} s`,
    },
    {
      what: "Login page, layout shift",
      value: shift.toFixed(3),
      bound: "none",
      missed: shift > 0,
    },
  ]
}

interface NetworkRequest {
  url: string
  resourceType: string
  transferSize: number
}

async function weights(result: Result): Promise<Finding[]> {
  const { items = [] } = result.audits["network-requests"]?.details ?? {}
  const requests = items as NetworkRequest[]
  const { origin } = new URL(result.finalDisplayedUrl)
  const foreign = requests.filter(({ url }) => !url.startsWith(origin) && !url.startsWith("data:"))
  const scripts = requests.filter(({ resourceType }) => resourceType === "Script")
  const javaScript = sum(await Promise.all(scripts.map(({ url }) => compressedBytes(url))))
  const kinds = [...new Set(requests.map(({ resourceType }) => resourceType))].sort()
  return [
    {
      what: "Login page, JavaScript (brotli, without headers)",
      value: kilobytes(javaScript),
      bound: `at most ${kilobytes(javaScriptBytes)}`,
      missed: javaScript > javaScriptBytes,
    },
    ...kinds.map((kind) => ({
      what: `Login page over the wire, ${kind.toLowerCase()}`,
      value: kilobytes(transferred(requests.filter(({ resourceType }) => resourceType === kind))),
    })),
    { what: "Login page over the wire, all", value: kilobytes(transferred(requests)) },
    {
      what: "Login page, requests to other hosts",
      value: String(foreign.length),
      bound: "none",
      missed: foreign.length > 0,
    },
  ]
}

/** Bytes of the file as transferred. `fetch` would decompress the file first. */
async function compressedBytes(address: string): Promise<number> {
  const { host, port, pathname } = new URL(address)
  const headers = { host, "accept-encoding": "br" }
  const request = get({ host: "127.0.0.1", port, path: pathname, headers })
  const [response] = await once(request, "response")
  return (await buffer(response)).length
}

function transferred(requests: NetworkRequest[]): number {
  return sum(requests.map(({ transferSize }) => transferSize))
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
