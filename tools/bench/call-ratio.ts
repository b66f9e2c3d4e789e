import { load, type MeasuredCall } from "./load.ts"
import { type Finding, median } from "./report.ts"

/** The part of the bare server's speed that a call should reach. */
const aim = 0.85
const connections = 16

/**
 * Measures the portal's requests per second as a fraction of the bare server's. The two alternate,
 * so that other load on the machine affects both. A separate process sends the requests.
 */
export async function callRatio(
  ports: { portal: number; bare: number },
  call: MeasuredCall,
  rounds: number,
): Promise<Finding[]> {
  await speedOf(ports.portal, call)
  await speedOf(ports.bare, call)
  const ratios: number[] = []
  const portal: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const bareSpeed = await speedOf(ports.bare, call)
    const portalSpeed = await speedOf(ports.portal, call)
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

async function speedOf(port: number, call: MeasuredCall): Promise<number> {
  return (await load(port, call, connections)).requestsASecond
}
