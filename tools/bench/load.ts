import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { cpuMilliseconds, programOf } from "./processes.ts"

/** A call in the form that the page of a signed-in person sends. */
export interface MeasuredCall {
  /** The name of the call in the findings. */
  what: string
  path: string
  headers: Record<string, string>
  body: string
}

const seconds = 2
const sampleMs = 100

/** Sends a call repeatedly for two seconds, from a separate process. */
export async function load(
  port: number,
  { path, headers, body }: MeasuredCall,
  connections: number,
): Promise<{ requestsASecond: number; cpuMilliseconds: number }> {
  const method = body === "" ? "GET" : "POST"
  const autocannon = spawn(
    programOf("autocannon"),
    [
      ...["--json", "--no-progress", "-m", method],
      ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]),
      ...(body === "" ? [] : ["-b", body]),
      ...["-c", String(connections), "-d", String(seconds)],
      `http://127.0.0.1:${port}${path}`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  )
  // The system drops the figure when the process ends.
  let spent = 0
  const sampling = setInterval(() => {
    spent = Math.max(spent, cpuMilliseconds(autocannon.pid ?? 0))
  }, sampleMs)
  const [printed] = await Promise.all([text(autocannon.stdout), once(autocannon, "close")])
  clearInterval(sampling)
  const result = JSON.parse(printed) as {
    requests: { average: number }
    non2xx: number
    errors: number
  }
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`Of the calls to port ${port}, ${result.non2xx + result.errors} failed.`)
  }
  return { requestsASecond: result.requests.average, cpuMilliseconds: spent }
}
