export interface BillingByUs {
  /**
   * Issues the bill of the next period for every settled product whose due date is near, each once,
   * also for repeated and concurrent calls. Returns how many it issued.
   */
  issueBills(today: string): Promise<number>
  /**
   * Products on auto pay with an amount due by `today`, at most `limit`, in a stable order, after
   * the key `after`.
   */
  autoPayDue(today: string, after: AutoPayDue | undefined, limit: number): Promise<AutoPayDue[]>
}

export interface AutoPayDue {
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  /** Of the oldest amount due. */
  dueDate: string
  /** The total due, in cents. */
  amount: number
  paymentMethodRecordId: string
}

/** How a product is paid. */
export interface BillingChoice {
  frequencyCode: string
  /** Null: not on auto pay. */
  paymentMethodRecordId: string | null
}

export interface BillingChange {
  client: string
  accountNumber: string
  policyNumber: string
  seen: BillingChoice
  /** The auto pay method in words; "" when not on auto pay. */
  wanted: BillingChoice & { paymentMethodLabel: string }
}

export interface PaymentToApply {
  client: string
  /** A UUID. */
  paymentId: string
  accountNumber: string
  policyNumber: string
  amount: number
  paidOn: string
}
