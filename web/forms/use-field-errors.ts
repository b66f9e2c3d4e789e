import { type RefObject, useEffect, useRef, useState } from "react"

type Errors<Field extends string> = Partial<Record<Field, string | undefined>>

/** The field errors of a form, from its submission until each is corrected. */
export function useFieldErrors<Field extends string>(): {
  form: RefObject<HTMLFormElement | null>
  errors: Errors<Field>
  /** Shows the errors and focuses the first invalid field. Returns true if there are none. */
  check: (found: Errors<Field>) => boolean
  corrected: (field: Field) => void
  /** Shows the error of one field, without moving the focus. */
  show: (field: Field, text: string | undefined) => void
} {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors<Field>>({})
  const [checks, setChecks] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each check, not at each corrected field
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [checks])

  function check(found: Errors<Field>): boolean {
    setErrors(found)
    // Not from `checks`: a submission that fails later has the values of its render.
    setChecks((count) => count + 1)
    // A field with too many characters already shows its error.
    const isLong = form.current?.querySelector("[data-too-long]") != null
    return !isLong && Object.values(found).every((text) => text === undefined)
  }
  const show = (field: Field, text: string | undefined) =>
    setErrors((shown) => ({ ...shown, [field]: text }))
  return { form, errors, check, show, corrected: (field) => show(field, undefined) }
}
