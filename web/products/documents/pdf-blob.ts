/** Short enough for one `atob` on any phone, and a multiple of base64's groups of four. */
const chunkLength = 512

/** The PDF that travelled as base64. Errors: a DOMException when it is none. */
export function pdfBlob(base64: string): Blob {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let start = 0; start < base64.length; start += chunkLength) {
    const text = atob(base64.slice(start, start + chunkLength))
    chunks.push(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))
  }
  return new Blob(chunks, { type: "application/pdf" })
}
