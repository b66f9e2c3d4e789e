import { CircleAlert } from "lucide"
import { type ReactNode, useId } from "react"
import { classNames } from "../class-names.ts"
import type { Elements } from "../elements.ts"
import { Icon } from "../icon.tsx"
import styles from "./field.module.css"

/** Properties that every field has besides its native attributes. */
export interface FieldTexts {
  label: string
  hint?: ReactNode
  /** The error text; undefined without an error. */
  error?: ReactNode
}

/** Attributes that connect the native control with its label, hint and error. */
export interface ControlWiring {
  id: string
  className: string | undefined
  "aria-describedby": string | undefined
  "aria-invalid": true | undefined
}

interface FieldProps extends FieldTexts {
  className?: string | undefined
  /** For a control that browsers do not focus by its label. */
  onLabelClick?: () => void
  children: (control: ControlWiring) => Elements
}

export function Field({ label, hint, error, className, onLabelClick, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={classNames(styles.field, className)}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the control itself */}
      <label className={styles.label} htmlFor={id} onClick={onLabelClick}>
        {label}
      </label>
      {hint && (
        <div className={styles.hint} id={hintId}>
          {hint}
        </div>
      )}
      {children({
        id,
        className: styles.control,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && <FieldError id={errorId} text={error} />}
    </div>
  )
}

export function FieldError({ id, text }: { id: string | undefined; text: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <Icon of={CircleAlert} size={20} />
      <span>{text}</span>
    </p>
  )
}
