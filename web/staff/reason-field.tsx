import { TextField } from "#web/ui/form/text-field.tsx"
import * as texts from "./texts.ts"

interface ReasonFieldProps {
  value: string
  /** Names the readers of the reason. */
  hint: string
  /** Whether the form was sent, so that a missing reason is an error. */
  attempted: boolean
  onChange: (reason: string) => void
}

/** The reason of a refund, a credit, a write-off or a reversal. */
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
