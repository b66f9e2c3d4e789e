/**
 * Puts a text on the clipboard, also where the browser hands it to no page of a plain http:
 * address. Returns whether it is there.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** The way of older browsers: what is selected is copied. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement("textarea")
  area.value = text
  area.readOnly = true
  area.style.position = "fixed"
  area.style.opacity = "0"
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand("copy")
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
