/**
 * Copies a text to the clipboard, also where browsers hide the clipboard from pages served over
 * plain HTTP. Returns whether it succeeded.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** The way of older browsers: copies the selection. */
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
