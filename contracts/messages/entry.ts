export type MessageType = "INFO" | "SUCCESS" | "FAILURE" | "ERROR" | "CLIENT_MISMATCH"

/**
 * A message with its permanent id. `content` is the default text. A client's managed content with
 * the id as its title replaces it. Each `{name}` in a text is replaced by an escaped value.
 */
export interface CatalogueEntry {
  /** The HTTP status if the message is an error. */
  status: number
  type: MessageType
  content: string
  /** Values that a client's text may contain although `content` does not. */
  moreValues?: readonly string[]
}
