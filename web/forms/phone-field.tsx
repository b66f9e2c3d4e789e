import type { ChangeEvent, ComponentProps } from "react"
import { TextField } from "#web/ui/form/text-field.tsx"
import { typedPhone } from "./typed-phone.ts"

interface PhoneFieldProps
  extends Omit<ComponentProps<typeof TextField>, "type" | "value" | "onChange"> {
  /** Formatted as (xxx) xxx-xxxx. */
  value: string
  onChange: (shown: string) => void
}

/** A phone number that is formatted while it is typed; the caret stays at its digit. */
export function PhoneField({ onChange, ...field }: PhoneFieldProps) {
  function type({ target }: ChangeEvent<HTMLInputElement>) {
    const { text, caret } = typedPhone(target.value, target.selectionStart ?? target.value.length)
    // Before React, which would move the caret to the end.
    target.value = text
    target.setSelectionRange(caret, caret)
    onChange(text)
  }
  return <TextField autoComplete="tel-national" {...field} type="tel" onChange={type} />
}
