import * as texts from "../texts.ts"

const nameMaxLength = 100

/**
 * "Certificate of insurance 2011-04-04.pdf": what a saved document is called on any system.
 * `date` is MM/DD/YYYY, or empty.
 */
export function fileNameOf(name: string, date: string): string {
  const [month, day, year] = date.split("/")
  const safe = name
    // Control characters for the direction of text could make .exe look like .pdf.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replace(/[\\/:*?"<>|]/g, " ")
    .replace(/\s+/g, " ")
    .slice(0, nameMaxLength)
    .replace(/^[. ]+|[. ]+$/g, "")
  return `${safe || texts.document}${year ? ` ${year}-${month}-${day}` : ""}.pdf`
}
