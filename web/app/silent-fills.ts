const everyMilliseconds = 300

/**
 * Some password managers fill fields without an event, so the form does not notice: its button
 * stays disabled, and the next render removes the values. This looks for such values at intervals
 * and before each key, press and submission, and reports each to React as if it were typed. React
 * renders the form again before the report returns, so the submission has the values. Returns a
 * function that stops this.
 */
export function noticeSilentFills(): () => void {
  const timer = setInterval(look, everyMilliseconds)
  for (const type of acts) addEventListener(type, look, true)
  return () => {
    clearInterval(timer)
    for (const type of acts) removeEventListener(type, look, true)
  }
}

const acts = ["keydown", "pointerdown", "click", "submit"] as const

function look(): void {
  // All values are read first, because the first report renders the form again.
  const filled = [...document.querySelectorAll("input")]
    .filter(
      ({ type, value, defaultValue }) => isText.has(type) && value !== "" && value !== defaultValue,
    )
    .map((field) => ({ field, value: field.value }))
  for (const { field, value } of filled) report(field, value)
}

/** React keeps the attribute `value` of these fields equal to the rendered value. */
const isText = new Set(["text", "password", "email", "tel"])

const reported = new WeakMap<HTMLInputElement, string>()

function report(field: HTMLInputElement, value: string): void {
  if (reported.get(field) === value) return
  reported.set(field, value)
  // React ignores an event for a value that a script set, unless the script uses the prototype's
  // setter.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}
