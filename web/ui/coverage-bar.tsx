import { useId } from "react"
import styles from "./coverage-bar.module.css"
import type { Elements } from "./elements.ts"

/** Positions on the bar, from 0 to 1. Without a grace period, `graceEnd` equals `paidEnd`. */
export interface CoverageScale {
  paidEnd: number
  graceEnd: number
  today: number
}

interface CoverageBarProps {
  scale: CoverageScale
  /** The whole picture in one sentence. */
  sentence: string
  /** The label of the mark of today. */
  todayLabel: string
  /** The text below, with the day on which coverage ends. */
  caption: Elements
}

/** The paid days, the grace period and today on one line, with a text below. */
export function CoverageBar({ scale, sentence, todayLabel, caption }: CoverageBarProps) {
  const { paidEnd, graceEnd, today } = scale
  const clip = useId()
  const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`
  return (
    <div className={styles.coverage}>
      <svg className={styles.bar} role="img" aria-label={sentence}>
        <text className={styles.label} x={percent(today)} y="0.9em" textAnchor={anchorOf(today)}>
          {todayLabel}
        </text>
        <g className={styles.line}>
          <clipPath id={clip}>
            <rect y="4" width="100%" height="12" rx="6" />
          </clipPath>
          <g clipPath={`url(#${clip})`}>
            <rect className={styles.rest} width="100%" height="20" />
            <rect className={styles.grace} width={percent(graceEnd)} height="20" />
            <rect className={styles.paid} width={percent(paidEnd)} height="20" />
            <rect className={styles.gap} x={percent(paidEnd)} width="2" height="20" />
          </g>
          <rect className={styles.halo} x={percent(today)} width="7" height="20" rx="3.5" />
          <rect className={styles.today} x={percent(today)} y="1" width="3" height="18" rx="1.5" />
        </g>
      </svg>
      <p>{caption}</p>
    </div>
  )
}

/** Keeps a label at either end of the bar within it. */
function anchorOf(position: number) {
  if (position < 0.15) return "start"
  return position > 0.85 ? "end" : "middle"
}
