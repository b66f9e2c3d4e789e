import { decimalOf } from "#contracts/money.ts"
import { useWide } from "#web/app/use-desktop.ts"
import { Card } from "#web/ui/card.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"
import styles from "./month-strip.module.css"
import { type Bar, barsOf, highestNear, labeledBars, type Month, summaryOf } from "./months.ts"

const kinds = ["late", "autoPay", "own"] as const

/** In em, as the text in the picture. `slot`: the most that a bar and its gaps take. */
const size = { top: 1.75, bars: 6, wideBars: 11.5, bottom: 1.5, slot: 5.4 }

/** The months as bars, so that one look shows how even the payments are. The rows below name them. */
export function MonthStrip({ months }: { months: readonly Month[] }) {
  const bars = barsOf(months)
  const highest = Math.max(...bars.map(({ total }) => total))
  const tall = useWide() ? size.wideBars : size.bars
  if (bars.length < 2) return null
  const labeled = labeledBars(bars)
  return (
    <Card className={styles.card}>
      <figure className={styles.strip}>
        <div translate="no">
          <svg
            className={styles.bars}
            width="100%"
            height={`${size.top + tall + size.bottom}em`}
            style={{ maxWidth: `${bars.length * size.slot}em` }}
            role="img"
            aria-label={`${texts.byMonth} ${summaryOf(bars, moneyText)}`}
          >
            {bars.map((bar, index) => (
              <MonthBar
                key={bar.title}
                bar={bar}
                place={{ index, of: bars.length }}
                highest={highest}
                tall={tall}
                clear={labeled.includes(index) ? highestNear(bars, index) : undefined}
              />
            ))}
          </svg>
        </div>
        <Legend bars={bars} />
      </figure>
    </Card>
  )
}

interface MonthBarProps {
  bar: Bar
  place: { index: number; of: number }
  highest: number
  /** The height of the highest bar in em. */
  tall: number
  /** Cents of the bars that the amount must stand above; undefined without an amount. */
  clear: number | undefined
}

function MonthBar({ bar, place: { index, of }, highest, tall, clear }: MonthBarProps) {
  const slot = 100 / of
  const middle = `${(index + 0.5) * slot}%`
  const height = (cents: number) => (cents / highest) * tall
  const foot = size.top + tall
  const parts = kinds.filter((part) => bar[part] > 0)
  const isLate = bar.late > 0
  let top = foot
  return (
    <>
      {parts.map((part) => {
        top -= height(bar[part])
        return (
          <rect
            key={part}
            className={styles[part]}
            x={`${(index + 0.18) * slot}%`}
            width={`${0.64 * slot}%`}
            y={`${top}em`}
            height={`${height(bar[part])}em`}
            rx="3"
          />
        )
      })}
      {clear !== undefined && (
        <text
          className={styles.amount}
          x={middle}
          y={`${foot - height(clear) - 0.4}em`}
          textAnchor="middle"
        >
          {moneyText(decimalOf(bar.total))}
        </text>
      )}
      <text
        className={styles.month}
        // "Now" is wider than its bar, and has space to its left only.
        x={isLate ? `${(index + 0.85) * slot}%` : middle}
        y={`${foot + 1.15}em`}
        textAnchor={isLate ? "end" : "middle"}
      >
        {isLate ? texts.now : bar.title.slice(0, 1)}
      </text>
    </>
  )
}

function Legend({ bars }: { bars: readonly Bar[] }) {
  const parts = kinds.filter((part) => bars.some((bar) => bar[part] > 0))
  return (
    <figcaption>
      <ul className={styles.legend}>
        {parts.map((part) => (
          <li key={part}>
            <svg className={styles.swatch} width="0.875em" height="0.875em" aria-hidden="true">
              <rect className={styles[part]} x="1" y="1" width="80%" height="80%" rx="3" />
            </svg>
            <span>{texts.barParts[part]}</span>
          </li>
        ))}
      </ul>
    </figcaption>
  )
}
