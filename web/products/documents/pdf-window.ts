import * as texts from "../texts.ts"

export interface PdfWindow {
  /** Replaces the placeholder with the PDF. */
  show(pdf: Blob): void
  close(): void
}

/** Object URLs of PDFs, each with the window that shows it. */
const shown: { window: Window; address: string }[] = []

/**
 * Opens a blank window with a placeholder. Call it in the click handler before any await, because
 * browsers block windows that open later. Undefined if the browser blocks this one too.
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
      // A browser without a PDF viewer saves the file, and this text stays in the window.
      if (navigator.pdfViewerEnabled === false) {
        write(opened, title, texts.documentSaved)
      }
      opened.location.replace(address)
    },
    close: () => opened.close(),
  }
}

/** Saves the file under this name among the browser's downloads. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = address
  link.download = fileName
  link.click()
  // The browser starts reading it later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function forgetClosed(): void {
  for (const entry of shown.filter(({ window }) => window.closed)) {
    URL.revokeObjectURL(entry.address)
    shown.splice(shown.indexOf(entry), 1)
  }
}

/**
 * Sets styles by script, because the window has no style sheet and the page's policy does not allow
 * other styles.
 */
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
