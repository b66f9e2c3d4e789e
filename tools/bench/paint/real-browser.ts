import { range } from "../ranges.ts"
import { type Finding, median, orMissed } from "../report.ts"
import { startFloor } from "./floor.ts"
import { openPhone, type Told, toldBy } from "./phone.ts"
import type { Screen } from "./public-screens.ts"

const timesTheFloor = 1.3

/**
 * Measures the first paint of each public screen in a real browser with a slow connection and
 * processor, alternating with its floor, because a simulation can flatter.
 */
export async function* paintInBrowser(
  port: number,
  screens: readonly Screen[],
  rounds: number,
): AsyncGenerator<Finding> {
  await using floor = await startFloor(port)
  for (const { site, path } of screens) {
    yield* orMissed(`${site}${path}, real browser`, async () => {
      const pages: Told[] = []
      const floors: Told[] = []
      for (let round = 0; round < rounds; round += 1) {
        pages.push(await firstVisit(`http://${site}.localhost:${port}${path}`))
        floors.push(await firstVisit(`http://${site}.localhost:${floor.port}${path}`))
      }
      return findingsOf(`${site}${path}`, pages, floors)
    })
  }
}

async function firstVisit(address: string): Promise<Told> {
  await using phone = await openPhone({ isLineSlow: true })
  const { page } = phone
  await page.goto(address, { waitUntil: "networkidle" })
  return await toldBy(page)
}

function findingsOf(name: string, pages: Told[], floors: Told[]): Finding[] {
  const paints = pages.map(({ largestPaint }) => largestPaint)
  const ofFloor = floors.map(({ largestPaint }) => largestPaint)
  const factor = median(paints) / median(ofFloor)
  const shifts = pages.map(({ shift }) => shift)
  const longest = ({ tasks }: Told) => Math.max(0, ...tasks.map(({ took }) => took))
  return [
    {
      what: `${name}, real browser: largest paint (floor)`,
      value: `${range(paints)} (${range(ofFloor)}) ms`,
      bound: `at most ${timesTheFloor} times the floor, is ${factor.toFixed(2)}`,
      missed: factor > timesTheFloor,
    },
    {
      what: `${name}, real browser: layout shift`,
      value: shifts.map((shift) => shift.toFixed(4)).join(" "),
      bound: "0",
      missed: Math.max(...shifts) > 0,
    },
    {
      what: `${name}, real browser: longest task (floor)`,
      value: `${range(pages.map(longest))} (${range(floors.map(longest))}) ms`,
      bound: "at most 50 ms",
      isBelowAim: median(pages.map(longest)) > 50,
    },
  ]
}
