import { type ComponentProps, type ReactNode, useId } from "react"
import styles from "./checkbox.module.css"
import { FieldError } from "./field.tsx"

interface CheckboxProps extends Omit<ComponentProps<"input">, "id" | "type"> {
  label: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId()
  const errorId = error ? `${id}-error` : undefined
  return (
    <div>
      <label className={styles.label}>
        <input
          {...input}
          className={styles.box}
          type="checkbox"
          aria-describedby={errorId}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={errorId} text={error} />}
    </div>
  )
}
