/** The smallest file that is accepted as a PDF, because it begins and ends like one. */
export function pdfOf(text: string): string {
  return `%PDF-1.7 ${text}\nstartxref\n0\n%%EOF\n`
}
