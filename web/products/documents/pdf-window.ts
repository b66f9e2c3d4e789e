import * as texts from "../texts.ts"

export interface PdfWindow {
  /** Replaces the placeholder by the PDF. */
  show(pdf: Blob): void
  close(): void
}

/** Addresses of PDFs, each kept as long as its window shows it. */
const shown: { window: Window; address: string }[] = []

/**
 * Opens a blank window that says what is coming. To be called inside the click, before anything
 * is waited for: a browser takes a window that opens later for an unwanted one. Nothing where it
 * refuses this one too.
 */
export function openPdfWindow(title: string): PdfWindow | undefined {
  forgetClosed()
  const opened = window.open("", "_blank")
  if (!opened) return undefined
  write(opened, title, texts.openingYourDocument)
  return {
    show(pdf) {
      if (opened.closed) return
      const address = URL.createObjectURL(pdf)
      shown.push({ window: opened, address })
      // Where the browser has no viewer it saves the file, and what stands here stays.
      if (navigator.pdfViewerEnabled === false) {
        write(opened, title, texts.documentSaved)
      }
      opened.location.replace(address)
    },
    close: () => opened.close(),
  }
}

/** Saves the file under this name where the browser keeps downloads. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = address
  link.download = fileName
  link.click()
  // The browser begins to read it in its own time.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function forgetClosed(): void {
  for (const entry of shown.filter(({ window }) => window.closed)) {
    URL.revokeObjectURL(entry.address)
    shown.splice(shown.indexOf(entry), 1)
  }
}

/** Drawn by hand: the window has no style sheet, and the page's policy allows no other style. */
function write({ document: blank }: Window, title: string, text: string): void {
  blank.title = title
  blank.documentElement.lang = "en"
  blank.documentElement.style.colorScheme = "light dark"
  const line = blank.createElement("p")
  line.role = "status"
  line.textContent = text
  Object.assign(line.style, { font: "1.125rem/1.5 system-ui, sans-serif", padding: "2rem" })
  blank.body.replaceChildren(line)
}
