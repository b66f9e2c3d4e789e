/** Saves a text under this name among the browser's downloads. */
export function saveText(fileName: string, mediaType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }))
  const link = document.createElement("a")
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
