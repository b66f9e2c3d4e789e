import type { ReactElement, ReactNode } from "react"
import { classNames } from "../class-names.ts"
import styles from "./facts.module.css"
import { translateOf } from "./translate.ts"

export interface Fact {
  label: string | ReactElement
  value: ReactNode
}

interface FactsProps {
  facts: readonly Fact[]
  /**
   * In columns if there is enough space, each value below its label; otherwise one line per fact.
   */
  wide?: boolean
}

/** Labels with their values. */
export function Facts({ facts, wide }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, wide && styles.wide)}>
      {facts.map(({ label, value }, index) => (
        <div key={typeof label === "string" ? label : index}>
          <dt>{label}</dt>
          <dd translate={translateOf(value)}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
