import * as texts from "../texts.ts"

const nameMaxLength = 100

/**
 * The name of a saved document, valid on any operating system, such as "Certificate of insurance
 * 2011-04-04.pdf". `date` is MM/DD/YYYY, or "".
 */
export function fileNameOf(name: string, date: string): string {
  const [month, day, year] = date.split("/")
  const safe = name
    // Control characters for the text direction could make .exe look like .pdf.
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replace(/[\\/:*?"<>|]/g, " ")
    .replace(/\s+/g, " ")
    .slice(0, nameMaxLength)
    .replace(/^[. ]+|[. ]+$/g, "")
  return `${safe || texts.document}${year ? ` ${year}-${month}-${day}` : ""}.pdf`
}
