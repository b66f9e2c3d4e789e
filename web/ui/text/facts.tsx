import type { ReactNode } from "react"
import { classNames } from "../class-names.ts"
import styles from "./facts.module.css"

export interface Fact {
  label: string
  value: ReactNode
}

interface FactsProps {
  facts: readonly Fact[]
  /** Side by side where there is room, each beneath its label; else a line each. */
  wide?: boolean
}

/** What is known of one thing, with the name of each. */
export function Facts({ facts, wide }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, wide && styles.wide)}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
