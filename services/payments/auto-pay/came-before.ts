/** Rolls back the transaction: changes of a product are made one after the other. */
export class CameBefore extends Error {
  readonly first: "change" | "payment"

  constructor(first: "change" | "payment") {
    super(`Another ${first} came before.`)
    this.first = first
  }
}

/** Which of the two came before. Errors: any other error. */
export function cameBefore(error: unknown): "change" | "payment" {
  if (error instanceof CameBefore) return error.first
  throw error
}
