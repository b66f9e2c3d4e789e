import { Eye, EyeOff } from "lucide"
import { type ComponentProps, useEffect, useState } from "react"
import { Icon } from "../icon.tsx"
import { Field, type FieldTexts } from "./field.tsx"
import styles from "./password-field.module.css"
import { tooLong } from "./too-long.ts"

type PasswordFieldProps = FieldTexts & Omit<ComponentProps<"input">, "id" | "type">

export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, className, maxLength, ...input } = props
  const [shown, setShown] = useState(false)
  // Hides the password when a dialog follows, such as the one for the code.
  useEffect(() => {
    const hide = () => setShown(false)
    addEventListener("submit", hide)
    return () => removeEventListener("submit", hide)
  }, [])
  const long = tooLong(input.value, maxLength)
  const does = shown ? "Hide" : "Show"
  return (
    <Field label={label} hint={hint} error={error ?? long} className={className}>
      {(control) => (
        <span className={styles.group}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            data-too-long={long}
            type={shown ? "text" : "password"}
          />
          <button
            className={styles.toggle}
            type="button"
            aria-label={`${does} ${label.toLowerCase()}`}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} size={20} />
            <span>{does}</span>
          </button>
        </span>
      )}
    </Field>
  )
}
