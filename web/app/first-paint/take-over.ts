import { missingLine } from "#web/identity/sign-in/sign-in-form.tsx"
import { footer } from "#web/shell/shell.tsx"
import { firstPaint } from "#web/ui/hydration/hydrated.ts"

/** A field that the person, or the browser for them, filled in before React took it over. */
interface Filled {
  field: HTMLInputElement | HTMLSelectElement
  value: string
  checked: boolean | undefined
  /** The selected part of the text; null where there is none. */
  selection: (number | null | undefined)[]
}

/** Loads what a screen needs that the server has rendered, besides the screen itself. */
export async function prepareTakeOver(): Promise<void> {
  firstPaint.takeOver = takeOver
  await Promise.all([footer.preload(), missingLine.preload(), styleSheet()])
}

/** In milliseconds: the first screen works without the style sheet. */
const patience = 3_000

/**
 * Uses the style sheet of all screens, which the page has only fetched: its first screen brings its
 * own styles. Waits until it is here, has failed, or has had its time.
 */
async function styleSheet(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>("link[as=style]")
  if (!link) return
  await new Promise((done) => {
    link.onload = done
    link.onerror = done
    link.rel = "stylesheet"
    setTimeout(done, patience)
  })
}

/**
 * Tells React about fields that were filled in before it knew them, presses buttons again, and
 * sends a form in which Enter was pressed. Call it in a layout effect, before what the browser has stored is shown.
 */
function takeOver(): void {
  delete firstPaint.takeOver
  const found = [...document.querySelectorAll<Filled["field"]>("#root input, #root select")]
  // Telling React counts as another change of the form.
  const form = document.querySelector<HTMLFormElement>("form[data-enter]")
  const filled = found.filter(isFilled).map(filledIn)
  queueMicrotask(() => {
    for (const one of filled) tell(one)
    for (const button of document.querySelectorAll<HTMLElement>("[data-pressed]")) {
      button.removeAttribute("data-pressed")
      button.click()
    }
    if (form) void import("./pressed-enter.ts").then((it) => it.sendPressedEnter(form))
  })
}

function isFilled(field: Filled["field"]): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedIndex > 0
  if (field.type === "checkbox") return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

function filledIn(field: Filled["field"]): Filled {
  const { value } = field
  if (field instanceof HTMLSelectElement) return { field, value, checked: undefined, selection: [] }
  const { checked, selectionStart, selectionEnd } = field
  return { field, value, checked, selection: [selectionStart, selectionEnd] }
}

/** React notices a change that differs from the last one that it saw. */
function tell({ field, value, checked, selection: [start, end] }: Filled): void {
  if (field.type === "checkbox" && field instanceof HTMLInputElement) {
    if (field.checked === checked) field.checked = !checked
    field.click()
    return
  }
  // React sees what is set on the element itself, but not what its prototype sets.
  field.value = ""
  Reflect.set(Object.getPrototypeOf(field), "value", value, field)
  if (field === document.activeElement && typeof start === "number") {
    ;(field as HTMLInputElement).setSelectionRange(start, end ?? start)
  }
  const isSelect = field instanceof HTMLSelectElement
  field.dispatchEvent(new Event(isSelect ? "change" : "input", { bubbles: true }))
}
