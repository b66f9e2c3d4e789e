import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { programOf } from "./processes.ts"
import { type Finding, median } from "./report.ts"

/** A call as the page of a signed-in person sends it. */
export interface MeasuredCall {
  /** The name of the call in the findings. */
  what: string
  path: string
  headers: Record<string, string>
  body: string
}

const rounds = 9
/** The part of the bare server's speed that a call should reach. */
const aim = 0.85
const seconds = 2
const connections = 16

/**
 * Measures the portal's requests per second as a fraction of the bare server's. The two take turns,
 * so that other load on the machine affects both. A separate process sends the requests.
 */
export async function callRatio(
  ports: { portal: number; bare: number },
  call: MeasuredCall,
): Promise<Finding[]> {
  await requestsASecond(ports.portal, call)
  await requestsASecond(ports.bare, call)
  const ratios: number[] = []
  const portal: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const bareSpeed = await requestsASecond(ports.bare, call)
    const portalSpeed = await requestsASecond(ports.portal, call)
    ratios.push(portalSpeed / bareSpeed)
    portal.push(portalSpeed)
  }
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  return [
    {
      what: `${call.what} call, as a part of bare node:http`,
      value: median(ratios).toFixed(2),
      bound: `aim ${aim}; ${rounds} rounds, ${range}`,
      isBelowAim: median(ratios) < aim,
    },
    { what: `${call.what} calls a second`, value: median(portal).toFixed(0) },
  ]
}

async function requestsASecond(port: number, call: MeasuredCall) {
  const headers = Object.entries(call.headers).flatMap(([name, value]) => [
    "-H",
    `${name}=${value}`,
  ])
  const autocannon = spawn(
    programOf("autocannon"),
    [
      ...["--json", "--no-progress", "-m", "POST", ...headers, "-b", call.body],
      ...["-c", String(connections), "-d", String(seconds)],
      `http://127.0.0.1:${port}${call.path}`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  )
  const [printed] = await Promise.all([text(autocannon.stdout), once(autocannon, "close")])
  const result = JSON.parse(printed) as {
    requests: { average: number }
    non2xx: number
    errors: number
  }
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`Of the calls to port ${port}, ${result.non2xx + result.errors} failed.`)
  }
  return result.requests.average
}
