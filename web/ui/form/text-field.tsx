import type { ComponentProps } from "react"
import { Field, type FieldTexts } from "./field.tsx"
import { tooLong } from "./too-long.ts"

type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "id">

/**
 * A text field. A text longer than `maxLength` stays as typed and shows an error, and nothing is
 * cut off.
 */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, className, maxLength, ...input } = props
  const long = tooLong(input.value, maxLength)
  return (
    <Field label={label} hint={hint} error={error ?? long} className={className}>
      {(control) => <input type="text" {...input} {...control} data-too-long={long} />}
    </Field>
  )
}
