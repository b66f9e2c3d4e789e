import { AccountSystemAway } from "../port.ts"

/**
 * The facts of a failure for the log, without any sent or received value, because values are
 * personal.
 */
export interface FailureFacts {
  status?: number
  /** `code` of the account system's problem, or of a failed connection. */
  reason?: string
  /** The place in the request or reply, such as account.products.3.billing.dueDate. */
  field?: string
}

class Failure extends AccountSystemAway {
  readonly facts: FailureFacts

  constructor(message: string, facts: FailureFacts = {}) {
    super(message)
    this.facts = facts
  }
}

/** No usable answer came: the connection failed, the request timed out, or the server failed. */
export class Unanswered extends Failure {}

/** The account system refused the request. A repetition would be refused as well. */
export class Refused extends Failure {}

/** The reply does not match the contract, or is about something other than the request. */
export class Misfit extends Failure {}
