import { ChevronDown } from "lucide"
import type { ComponentProps } from "react"
import { classNames } from "../class-names.ts"
import { Icon } from "../icon.tsx"
import { Field, type FieldTexts } from "./field.tsx"
import styles from "./select-field.module.css"

interface SelectFieldProps extends FieldTexts, Omit<ComponentProps<"select">, "id" | "children"> {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** The empty first option, such as "Select your union". */
  placeholder?: string
}

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, className, options, placeholder, ...select } = props
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <span className={styles.group}>
          <select {...select} {...control} className={classNames(control.className, styles.select)}>
            {placeholder !== undefined && (
              <option value="" translate="yes">
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} size={20} />
        </span>
      )}
    </Field>
  )
}
