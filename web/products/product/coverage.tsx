import { dayInWords } from "#contracts/dates.ts"
import { Day } from "#web/brands/day.ts"
import { CoverageBar } from "#web/ui/coverage-bar.tsx"
import { Dated } from "#web/ui/text/dated.tsx"
import * as texts from "../texts.ts"
import { coverageScale } from "./coverage-scale.ts"
import { endOfCoverage, type Planned } from "./planned.ts"

interface CoverageProps {
  planned: Planned
  /** The client's day, as MM/DD/YYYY. */
  today: string
  /** The sentences below the bar. The first one states the end of coverage. */
  sentences: readonly string[]
}

/** The end of a product's coverage. */
export function CoverageEnd({ planned }: { planned: Planned }) {
  return (
    <span>
      <Day of={endOfCoverage(planned)} /> {planned.graceUntil && <span>{texts.withGrace}</span>}
    </span>
  )
}

/** A bar with the coverage of a product. Renders nothing if the account system does not state it. */
export function Coverage({ planned, today, sentences: [first, ...others] }: CoverageProps) {
  const { coveredUntil, graceUntil } = planned
  if (!coveredUntil || !first) return null
  const day = (shown: string) => dayInWords(shown, today)
  const picture = [
    `${texts.covered(day(endOfCoverage(planned)))}.`,
    ...(graceUntil ? [texts.paidThroughDay(day(coveredUntil))] : []),
    texts.todayIs(day(today)),
  ]
  return (
    <CoverageBar
      scale={coverageScale({ coveredUntil, graceUntil, today })}
      sentence={picture.join(" ")}
      todayLabel={texts.todayMark}
      caption={
        <>
          <strong>
            <Dated text={first} />
          </strong>{" "}
          <Dated text={others.join(" ")} />
        </>
      }
    />
  )
}
