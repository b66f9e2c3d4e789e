/** A refusal in the format of the sandbox's API; `status` is the HTTP status. */
export class Refusal extends Error {
  override name = "Refusal"
  status: number
  reason: string
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
    this.reason = reason
  }
}
