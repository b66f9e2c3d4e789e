import { TextField } from "#web/ui/form/text-field.tsx"
import * as texts from "../texts.ts"

interface ReasonFieldProps {
  value: string
  /** Explains who can read the reason. */
  hint: string
  /** Whether the form was submitted, so that a missing reason is an error. */
  attempted: boolean
  onChange: (reason: string) => void
}

/** The reason for a refund, credit, write-off or reversal. */
export function ReasonField({ value, hint, attempted, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label={texts.reason}
      autoComplete="off"
      maxLength={200}
      required
      hint={hint}
      error={attempted && value.trim() === "" ? texts.reasonMissing : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
