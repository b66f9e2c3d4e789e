export type MessageType = "INFO" | "SUCCESS" | "FAILURE" | "ERROR" | "CLIENT_MISMATCH"

/**
 * A message by its stable id. `content` is the default text. A client's managed content whose title
 * is the id replaces it. Each `{name}` in a text is replaced by an escaped value.
 */
export interface CatalogueEntry {
  /** The HTTP status when the message is an error. */
  status: number
  type: MessageType
  content: string
}
