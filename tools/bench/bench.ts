// Measures the size and speed of the portal in one run: npm run bench. It fails when a promised
// bound is missed. The speed relative to bare node:http is only reported with its aim; the speed of
// the search among a million people is promised.
//
//   npm run bench -- --small            one round of calls and audited writes, and the start
//   npm run bench -- --scale            one, two and four servers on one PostgreSQL, and a peer
//   npm run bench -- --against=FOLDER   compares the calls of signed-in people with another version
//   npm run bench -- --paint            measures only how fast screens show and answer; with
//                                       --small one screen, once

import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { build, isBuildStale } from "../build.ts"
import { against } from "./against.ts"
import { auditedWrites } from "./audit/audited-writes.ts"
import { callSpeed } from "./call-speed.ts"
import { manyPeople } from "./many-people.ts"
import { paint } from "./paint/paint.ts"
import { atEnd, type Measurement, report } from "./report.ts"
import { scale } from "./scale.ts"
import { signInRush } from "./sign-in-rush.ts"
import { startUp } from "./start-up.ts"

interface Chosen {
  against?: string
  paint?: boolean
  scale?: boolean
  small?: boolean
}

function measurementsOf(chosen: Chosen): Record<string, Measurement> {
  const other = chosen.against
  if (other !== undefined) return { against: () => against(other) }
  if (chosen.scale) return { scale: atEnd(scale) }
  if (chosen.paint) return { paint: () => paint(chosen.small) }
  if (chosen.small) {
    return {
      calls: () => callSpeed({ rounds: 1, calls: 1 }),
      "audited writes": () => auditedWrites(1),
      start: atEnd(startUp),
    }
  }
  return {
    calls: () => callSpeed(),
    paint: () => paint(),
    "audited writes": () => auditedWrites(),
    "sign-in rush": atEnd(signInRush),
    "many people": atEnd(() => manyPeople()),
    start: atEnd(startUp),
  }
}

const command = {
  usage: `npm run bench [-- --small | --scale | --paint [--small] | --against=FOLDER]
Measures the speed of calls and screens, side by side in one run, and prints each result as it comes.
  --small           one round of one call and of audited writes, and the start: two minutes, for a change of the bench
  --scale           compares one, two and four servers, and a peer
  --paint           measures only how fast screens show and answer; with --small one screen, once
  --against=FOLDER  compares calls with another version, built in that folder
Exit codes: 0 within the goals; 1 a goal is missed, or a measurement did not finish; 2 a mistyped command.`,
  options: {
    against: { type: "string" },
    paint: { type: "boolean" },
    scale: { type: "boolean" },
    small: { type: "boolean" },
  },
} as const

await runCommandLine(command, async () => {
  const { values } = readCommandLine(command)
  if (values.against === undefined && isBuildStale()) build()
  if (!(await report(measurementsOf(values)))) process.exitCode = 1
})
