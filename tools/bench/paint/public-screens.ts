import { kilobytes, range } from "../ranges.ts"
import { type Finding, median, orMissed } from "../report.ts"
import { startFloor } from "./floor.ts"
import { lighthouse, longestTask, lostBy, numberOf, type Report, weightOf } from "./lighthouse.ts"

export interface Screen {
  site: string
  path: string
}

/** Every public screen, and the login of each kind of site. */
export const publicScreens: readonly Screen[] = [
  { site: "harbor", path: "/" },
  { site: "wayfarer", path: "/" },
  { site: "trades", path: "/" },
  { site: "support", path: "/" },
  { site: "harbor", path: "/forgot-username" },
  { site: "harbor", path: "/forgot-password" },
  { site: "harbor", path: "/account-details" },
  { site: "harbor", path: "/accessibility" },
]

const categories = ["performance", "accessibility", "best-practices", "seo"]
const bounds = {
  /** Milliseconds. */
  largestPaint: 1000,
  timesTheFloor: 1.3,
  longestTask: 50,
  /** Bytes. */
  javaScript: 68_000,
  all: 125_000,
}

/**
 * Measures each public screen on a phone with Lighthouse, alternating with its floor: the same HTML
 * and styles without any script.
 */
export async function* publicPaint(
  port: number,
  screens: readonly Screen[],
  rounds: number,
): AsyncGenerator<Finding> {
  await using floor = await startFloor(port)
  for (const screen of screens) {
    const name = `${screen.site}${screen.path}`
    yield* orMissed(`${name}, Lighthouse`, async () =>
      findingsOf(name, await reportsOf(screen, { port, floorPort: floor.port, rounds })),
    )
  }
}

interface Reports {
  pages: Report[]
  floors: Report[]
}

async function reportsOf(
  { site, path }: Screen,
  { port, floorPort, rounds }: { port: number; floorPort: number; rounds: number },
): Promise<Reports> {
  const pages: Report[] = []
  const floors: Report[] = []
  // Search engines may index only the login.
  const skipped = path === "/" && site !== "support" ? [] : ["is-crawlable"]
  const host = `${site}.localhost`
  for (let round = 0; round < rounds; round += 1) {
    pages.push(await lighthouse(`http://${host}:${port}${path}`, { categories, skipped }))
    floors.push(
      await lighthouse(`http://${host}:${floorPort}${path}`, { categories: ["performance"] }),
    )
  }
  return { pages, floors }
}

async function findingsOf(name: string, { pages, floors }: Reports): Promise<Finding[]> {
  const paint = (report: Report) => numberOf(report, "largest-contentful-paint")
  const paints = pages.map(paint)
  const factor = median(paints) / median(floors.map(paint))
  const shifts = pages.map((page) => numberOf(page, "cumulative-layout-shift"))
  const tasks = pages.map(longestTask)
  const floorTasks = floors.map(longestTask)
  const weights = await Promise.all(pages.map(weightOf))
  const most = (of: (weight: (typeof weights)[number]) => number) => Math.max(...weights.map(of))
  const finding = (what: string, value: string, bound: string, missed: boolean): Finding => ({
    what: `${name}, Lighthouse: ${what}`,
    value,
    bound,
    missed,
  })
  return [
    finding(
      "largest paint",
      `${range(paints)} ms`,
      `at most ${bounds.largestPaint} ms`,
      median(paints) > bounds.largestPaint,
    ),
    finding(
      "largest paint of the floor",
      `${range(floors.map(paint))} ms`,
      `page at most ${bounds.timesTheFloor} times, is ${factor.toFixed(2)}`,
      factor > bounds.timesTheFloor,
    ),
    ...categories.map((category) => scoreOf(category, pages, finding)),
    finding(
      "layout shift",
      shifts.map((shift) => shift.toFixed(3)).join(" "),
      "0",
      Math.max(...shifts) > 0,
    ),
    finding(
      "longest task (floor)",
      `${range(tasks)} (${range(floorTasks)}) ms`,
      `at most ${bounds.longestTask} ms`,
      median(tasks) > bounds.longestTask,
    ),
    finding(
      "JavaScript",
      kilobytes(most(({ javaScript }) => javaScript)),
      `at most ${kilobytes(bounds.javaScript)}`,
      most(({ javaScript }) => javaScript) > bounds.javaScript,
    ),
    finding(
      `whole page, ${most(({ requests }) => requests)} requests`,
      kilobytes(most(({ all }) => all)),
      `at most ${kilobytes(bounds.all)}`,
      most(({ all }) => all) > bounds.all,
    ),
    finding(
      "requests to other hosts",
      String(most(({ foreign }) => foreign)),
      "none",
      most(({ foreign }) => foreign) > 0,
    ),
  ]
}

function scoreOf(
  category: string,
  pages: Report[],
  finding: (what: string, value: string, bound: string, missed: boolean) => Finding,
): Finding {
  const scores = pages.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
  const lost = [...new Set(pages.flatMap((page) => lostBy(page, category)))]
  const missed = median(scores) < 100
  const why = missed ? `; lost by ${lost.join(", ")}` : ""
  return finding(category, scores.join(" "), `100${why}`, missed)
}
