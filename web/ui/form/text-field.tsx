import type { ComponentProps } from "react"
import { Field, type FieldTexts } from "./field.tsx"

type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "id">

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  )
}
