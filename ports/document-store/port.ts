/**
 * Stores the PDF documents of customers, found by owner and id. A store has no data about people:
 * the caller must have checked that the document belongs to the customer.
 *
 * Every function except `available` may throw `DocumentStoreAway`.
 */
export interface DocumentStore {
  /** Whether the store answers now. Never throws. */
  available(): Promise<boolean>
  /**
   * The document, or undefined if there is none under this key.
   *
   * Errors: `DocumentTooLarge`, before more than `mostDocumentBytes` are in memory.
   */
  read(key: DocumentKey): Promise<Buffer | undefined>
  /**
   * Stores the document, replacing an earlier one under this key. Readers get one or the other,
   * never a part.
   *
   * Errors: `DocumentTooLarge`.
   */
  write(key: DocumentKey, body: Buffer): Promise<void>
  /** Deletes the document. It is not an error if there is none. */
  remove(key: DocumentKey): Promise<void>
}

/** Any text: it selects the document, but never a path in the store. */
export interface DocumentKey {
  client: string
  accountNumber: string
  documentId: string
  documentSource: string
  documentCategory: string
}

/**
 * A document travels as base64 within JSON, so it is in memory completely: 15 MB of PDF become 20
 * MB on their way to the browser.
 */
export const mostDocumentBytes = 15_000_000

export class DocumentStoreAway extends Error {
  override name = "DocumentStoreAway"
}

export class DocumentTooLarge extends Error {
  override name = "DocumentTooLarge"
}
