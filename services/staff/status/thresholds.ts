/**
 * When something counts as trouble: the status page of staff and docs/monitoring/alerts.yaml use the
 * same numbers, and a test compares them.
 */
export const thresholds = {
  /** An email that has waited longer: people wait for codes. */
  emailSeconds: 120,
  /** A payment without a result, or not posted in the account system, for longer. */
  paymentSeconds: 900,
  /** More declines than this within the half hour, if they outnumber the accepted payments. */
  declines: 10,
  declinesMinutes: 30,
  /** A client whose last billing run is older: each is billed once on each of its days. */
  billingHours: 26,
  /** More sign-ins than this failed because another system was away. */
  signInsFailed: 5,
  signInsFailedMinutes: 10,
  /** More codes than this were sent, and a smaller part of them entered. */
  codesSent: 20,
  codesEnteredPart: 0.3,
  codesMinutes: 60,
  /** More requests than this were not taken up by the payment gateway. */
  gatewayAway: 0,
  gatewayAwayMinutes: 10,
  /** One request in twenty to the account system takes longer; a bucket of its histogram. */
  accountSystemSeconds: 2.5,
  accountSystemPart: 0.95,
  accountSystemMinutes: 10,
  /** A rate limit refused more requests than this. */
  limitsHit: 100,
  limitsHitMinutes: 10,
  /** Browsers refused more parts of pages than this. */
  partsRefused: 50,
  partsRefusedMinutes: 60,
  /** More requests than this wait for a connection to the database. */
  connectionsWaiting: 0,
  /** A job that people wait for, and that has not succeeded for longer. */
  jobSeconds: 300,
} as const

/** People wait for the work of these jobs. */
export const urgentJobs = ["email delivery", "charging", "refunds", "corrections"] as const
