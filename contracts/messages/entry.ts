export type MessageType = "INFO" | "SUCCESS" | "FAILURE" | "ERROR" | "CLIENT_MISMATCH"

/**
 * A message by its stable id. `content` is the default wording; a client's managed content titled
 * like the id replaces it. `{name}` in a text is filled with a value, escaped.
 */
export interface CatalogueEntry {
  /** HTTP status when the message is a failure. */
  status: number
  type: MessageType
  content: string
}
