import { missingLine } from "#web/identity/sign-in/sign-in-form.tsx"
import { footer } from "#web/shell/shell.tsx"
import { firstPaint } from "#web/ui/hydration/hydrated.ts"

/** A field that the person or the browser filled in before React took it over. */
interface Filled {
  field: HTMLInputElement | HTMLSelectElement
  value: string
  checked: boolean | undefined
  /** The start and end of the selection; null or undefined for fields without one. */
  selection: (number | null | undefined)[]
}

/** Loads the parts of a server-rendered screen that are not in the screen's own file. */
export async function prepareTakeOver(): Promise<void> {
  firstPaint.takeOver = takeOver
  await Promise.all([footer.preload(), missingLine.preload(), styleSheet()])
}

/** Milliseconds to wait for the style sheet. The first screen works without it. */
const patience = 3_000

/**
 * Applies the style sheet of all screens, which the page has only fetched because the first screen
 * has inline styles. Waits until it has loaded, failed or timed out.
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
 * Reports to React the fields that were filled in before hydration, repeats early presses of
 * buttons, and submits a form in which Enter was pressed. Call it in a layout effect, before stored
 * values are shown.
 */
function takeOver(): void {
  delete firstPaint.takeOver
  const found = [...document.querySelectorAll<Filled["field"]>("#root input, #root select")]
  // Read first, because the reported values count as another change of the form.
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

/**
 * Dispatches the events that make React accept the value. React ignores a value equal to the last
 * one it saw.
 */
function tell({ field, value, checked, selection: [start, end] }: Filled): void {
  if (field.type === "checkbox" && field instanceof HTMLInputElement) {
    if (field.checked === checked) field.checked = !checked
    field.click()
    return
  }
  // React tracks writes to the element's own property, but not to that of its prototype.
  field.value = ""
  Reflect.set(Object.getPrototypeOf(field), "value", value, field)
  if (field === document.activeElement && typeof start === "number") {
    ;(field as HTMLInputElement).setSelectionRange(start, end ?? start)
  }
  const isSelect = field instanceof HTMLSelectElement
  field.dispatchEvent(new Event(isSelect ? "change" : "input", { bubbles: true }))
}
