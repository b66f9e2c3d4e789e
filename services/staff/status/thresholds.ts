/**
 * The thresholds of problems. The status page of staff and docs/monitoring/alerts.yaml use the same
 * numbers, and a test compares them.
 */
export const thresholds = {
  /** Maximum wait of an email. It is short because people wait for codes. */
  emailSeconds: 120,
  /** Maximum time that a payment may be without a result, or not posted in the account system. */
  paymentSeconds: 900,
  /** Maximum number of declines in half an hour, unless there are more accepted payments. */
  declines: 10,
  declinesMinutes: 30,
  /** Maximum age of a client's last billing run. Each client is billed once on each of its days. */
  billingHours: 26,
  /** Maximum number of sign-ins that failed because another system was unavailable. */
  signInsFailed: 5,
  signInsFailedMinutes: 10,
  /** With more codes sent than this, the entered part must be at least `codesEnteredPart`. */
  codesSent: 20,
  codesEnteredPart: 0.3,
  codesMinutes: 60,
  /** Maximum number of requests that the payment gateway did not process. */
  gatewayAway: 0,
  gatewayAwayMinutes: 10,
  /**
   * Maximum duration of 95 % of the requests to the account system. It is a bucket of the
   * histogram.
   */
  accountSystemSeconds: 2.5,
  accountSystemPart: 0.95,
  accountSystemMinutes: 10,
  /** Maximum number of requests refused by a rate limit. */
  limitsHit: 100,
  limitsHitMinutes: 10,
  /** Maximum number of page parts that browsers refused. */
  partsRefused: 50,
  partsRefusedMinutes: 60,
  /** Maximum number of requests that wait for a connection to the database. */
  connectionsWaiting: 0,
  /** Maximum time since the last success of a job that people wait for. */
  jobSeconds: 300,
} as const

/** Jobs whose results people wait for. */
export const urgentJobs = ["email delivery", "charging", "refunds", "corrections"] as const
