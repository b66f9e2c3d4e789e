import type { ComponentProps } from "react"
import { TextField } from "#web/ui/form/text-field.tsx"
import type { MethodDraft } from "./method-draft.ts"
import type { MethodForm } from "./use-method-form.ts"

/** The draft's text fields. */
type TextDraftField = {
  [Field in keyof MethodDraft]: string extends MethodDraft[Field] ? Field : never
}[keyof MethodDraft]

interface MethodFieldProps extends Omit<ComponentProps<typeof TextField>, "value" | "onChange"> {
  methodForm: MethodForm
  field: TextDraftField
  /** Cleans up the typed text. */
  filter?: (typed: string) => string
}

/** A text field of the form. */
export function MethodField({ methodForm, field, filter, ...rest }: MethodFieldProps) {
  const { draft, errors, change } = methodForm
  return (
    <TextField
      {...rest}
      error={errors[field]}
      value={draft[field]}
      onChange={({ target }) => change(field, filter ? filter(target.value) : target.value)}
    />
  )
}
