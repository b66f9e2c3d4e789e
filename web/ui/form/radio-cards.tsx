import type { IconNode } from "lucide"
import { type ReactElement, useId } from "react"
import { classNames } from "../class-names.ts"
import { Icon } from "../icon.tsx"
import styles from "./radio-cards.module.css"

interface RadioOption<Value extends string> {
  value: Value
  label: string
  after?: ReactElement
  note?: string
  icon?: IconNode
}

interface RadioCardsProps<Value extends string> {
  legend: string
  /** Whether only screen readers get the legend. */
  isLegendHidden?: boolean
  /** `after` stands directly after the label. */
  options: readonly RadioOption<Value>[]
  value: string
  onChange: (value: Value) => void
}

/** Radio buttons in boxes. Short options stand side by side; options with notes are in a list. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, isLegendHidden, options, value: chosen, onChange } = props
  const name = useId()
  const isList = options.some(({ note }) => note !== undefined)
  return (
    <fieldset className={styles.group}>
      <legend className={isLegendHidden ? "visually-hidden" : styles.legend}>{legend}</legend>
      <div className={isList ? styles.list : styles.row}>
        {options.map(({ value, label, after, note, icon }) => (
          <label key={value} className={classNames(styles.card, chosen === value && styles.chosen)}>
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              onChange={() => onChange(value)}
            />
            {icon && <Icon of={icon} size={22} />}
            <span className={styles.text}>
              <span>
                <span>{label}</span>
                {after && <span>{after}</span>}
              </span>
              {note && <span className={styles.note}>{note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
