/**
 * Where the papers of people are kept: PDFs, whole, found by whose they are and which. A store
 * knows no person: whoever asks has made sure that the document is theirs.
 *
 * Every function but `available` may throw `DocumentStoreAway`.
 */
export interface DocumentStore {
  /** Whether the store answers now. Never throws. */
  available(): Promise<boolean>
  /**
   * The document, or nothing where there is none under this key.
   *
   * Errors: `DocumentTooLarge`, before more than `mostDocumentBytes` are in memory.
   */
  read(key: DocumentKey): Promise<Buffer | undefined>
  /**
   * Keeps the document in place of what was under this key. A reader gets either, never a part.
   *
   * Errors: `DocumentTooLarge`.
   */
  write(key: DocumentKey, body: Buffer): Promise<void>
}

/** Any text: it decides what is found, never where a store looks. */
export interface DocumentKey {
  client: string
  accountNumber: string
  documentId: string
  documentSource: string
  documentCategory: string
}

/**
 * A document travels as base64 within JSON, so it is in memory as a whole: 15 MB of PDF are 20 MB
 * on their way to the browser.
 */
export const mostDocumentBytes = 15_000_000

export class DocumentStoreAway extends Error {
  override name = "DocumentStoreAway"
}

export class DocumentTooLarge extends Error {
  override name = "DocumentTooLarge"
}
