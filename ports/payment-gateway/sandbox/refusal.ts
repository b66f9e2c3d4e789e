/** An error response of the sandbox's API; `status` is the HTTP status. */
export class Refusal extends Error {
  override name = "Refusal"
  status: number
  reason: string
  /** Fields sent with the reason. */
  details: object
  constructor(status: number, reason: string, details: object = {}) {
    super(reason)
    this.details = details
    this.status = status
    this.reason = reason
  }
}
