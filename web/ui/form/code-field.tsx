import type { ClipboardEvent, ComponentProps, DragEvent } from "react"
import { classNames } from "../class-names.ts"
import styles from "./code-field.module.css"
import { codeText } from "./code-text.ts"
import { Field, type FieldTexts } from "./field.tsx"

interface CodeFieldProps
  extends Omit<FieldTexts, "label">,
    Omit<ComponentProps<"input">, "id" | "type" | "value" | "onChange" | "maxLength"> {
  label?: string
  value: string
  onChange: (value: string) => void
}

const places = ["1", "2", "3", "4", "5", "6"]

/**
 * Six drawn boxes under one input. Six separate inputs would break pasting, the phone's code
 * suggestion and screen readers.
 */
export function CodeField(props: CodeFieldProps) {
  const { label = "One-time code", hint, error, className, value, onChange, ...input } = props

  /** A complete code replaces the existing digits. */
  function replace(event: ClipboardEvent | DragEvent, data: DataTransfer) {
    const code = codeText(data.getData("text"), places.length)
    if (code.length < places.length) return
    event.preventDefault()
    onChange(code)
  }
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <span className={styles.width}>
          <span className={styles.frame}>
            <span className={styles.boxes} aria-hidden="true">
              {places.map((place, index) => (
                <span
                  key={place}
                  className={classNames(
                    styles.box,
                    index === Math.min(value.length, places.length - 1) && styles.next,
                    error !== undefined && styles.wrong,
                  )}
                />
              ))}
            </span>
            <input
              {...input}
              {...control}
              className={styles.input}
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCorrect="off"
              spellCheck={false}
              value={value}
              onChange={(event) => onChange(codeText(event.target.value, places.length))}
              onPaste={(event) => replace(event, event.clipboardData)}
              onDrop={(event) => replace(event, event.dataTransfer)}
            />
          </span>
        </span>
      )}
    </Field>
  )
}
