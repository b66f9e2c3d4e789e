import { useLayoutEffect, useRef } from "react"
import { groupedCardNumber } from "#contracts/payments/payment-method-rules.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import * as texts from "../texts.ts"
import { digitsBefore, placeAfter } from "./caret.ts"

interface CardNumberFieldProps {
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (grouped: string) => void
}

/** A card number field that groups digits during typing and keeps the caret at its digit. */
export function CardNumberField({ value, error, disabled, onChange }: CardNumberFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(null)

  // After each render, because React adds a removed space again.
  useLayoutEffect(() => {
    if (caret.current === null) return
    const place = placeAfter(value, caret.current)
    input.current?.setSelectionRange(place, place)
    caret.current = null
  })

  return (
    <TextField
      ref={input}
      label={texts.creditCardNumber}
      required
      inputMode="numeric"
      autoComplete="cc-number"
      disabled={disabled}
      error={error}
      value={value}
      onChange={({ target }) => {
        caret.current = digitsBefore(target.value, target.selectionStart ?? target.value.length)
        onChange(groupedCardNumber(target.value))
      }}
    />
  )
}
