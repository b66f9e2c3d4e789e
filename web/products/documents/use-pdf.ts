import { useState } from "react"
import { useDesktop } from "#web/app/use-desktop.ts"
import * as texts from "../texts.ts"
import { openPdfWindow, saveFile } from "./pdf-window.ts"

/** Short enough for one `atob` call on any phone, and a multiple of base64's groups of four. */
const chunkLength = 512

/** The PDF decoded from base64. Errors: a DOMException if the text is not base64. */
export function pdfBlob(base64: string): Blob {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let start = 0; start < base64.length; start += chunkLength) {
    const text = atob(base64.slice(start, start + chunkLength))
    chunks.push(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))
  }
  return new Blob(chunks, { type: "application/pdf" })
}

/** `blocked`: the browser blocked the window. `saved`: the document is among the downloads. */
type PdfState = "idle" | "opening" | "saving" | "failed" | "blocked" | "saved"

/** The text for each outcome. */
export const pdfOutcomes: Partial<Record<PdfState, string>> = {
  blocked: texts.windowBlocked,
  saved: texts.saved,
}

/** On a phone the window closes automatically after this time, in milliseconds. */
const phoneWindowLife = 1_000

interface Options {
  /** The title of the window. */
  title: string
  fileName: string
  fetch(): Promise<{ document: string }>
}

/** Opens or saves one PDF. Fetching it needs the session, so a plain link would not work. */
export function usePdf({ title, fileName, fetch }: Options) {
  const [state, setState] = useState<PdfState>("idle")
  const [error, setError] = useState<unknown>()
  const isDesktop = useDesktop()

  async function load(busy: PdfState): Promise<Blob | undefined> {
    setState(busy)
    try {
      return pdfBlob((await fetch()).document)
    } catch (failure) {
      setError(failure)
      setState("failed")
      return undefined
    }
  }

  async function view() {
    const opened = openPdfWindow(title)
    if (!opened) return setState("blocked")
    const pdf = await load("opening")
    if (!pdf) return opened.close()
    opened.show(pdf)
    if (isDesktop) return setState("idle")
    await new Promise((resolve) => setTimeout(resolve, phoneWindowLife))
    opened.close()
    // The window was open for a second; saving the file keeps it among the downloads. A browser
    // without a PDF viewer has already saved it.
    if (navigator.pdfViewerEnabled !== false) saveFile(pdf, fileName)
    setState("saved")
  }

  async function save() {
    const pdf = await load("saving")
    if (!pdf) return
    saveFile(pdf, fileName)
    setState("saved")
  }

  return { state, error, view, save }
}
