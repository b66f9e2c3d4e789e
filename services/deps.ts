import type { ContentItem } from "#contracts/brands/content.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf } from "#platform/email/brand.ts"
import type { AdapterMetrics } from "#platform/http/adapter-metrics.ts"
import type { SignInMetrics } from "#platform/http/sign-in-metrics.ts"
import type { Seal } from "#platform/keys/seal.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import type { Localize } from "#platform/localize.ts"
import type { RateLimits } from "#platform/rate-limits/rate-limits.ts"
import type { SharedTime } from "#platform/shared-time.ts"
import type { Captcha } from "#ports/captcha/port.ts"
import type { DocumentStore } from "#ports/document-store/port.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { Gateways } from "#ports/payment-gateway/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit } from "./audit/audit.ts"
import type { AuditLog } from "./audit/audit-log.ts"
import type { BrandLookup } from "./brands/brand-lookup.ts"
import type { EventOutbox } from "./events/outbox.ts"
import type { Passwords } from "./identity/credentials/password.ts"
import type { StaffSignIn } from "./staff/providers/staff-sign-in-ways.ts"

/**
 * Everything that is created once at server start and that every subject may use. A subject
 * receives other subjects as a second argument of its `create…`.
 */
export interface Deps {
  database: Database
  /** The same rows, possibly some seconds older: only for display, never for decisions. */
  laggingReads: Queries
  clock: Clock
  /** The database's time: see `SharedTime`. Errors: `ClocksDiffer`; database errors. */
  sharedTime: SharedTime["now"]
  log: Log

  policyAdmin: PolicyAdmin
  gateways: Gateways
  documentStore: DocumentStore
  captcha: Captcha
  outbox: EmailOutbox
  /** Sends the emails in the outbox now. Call it after the transaction that added them. */
  wakeEmail: () => void

  /**
   * Notifies the account system, and other systems that the operator configured, of changes here.
   */
  events: EventOutbox

  secrets: Secrets
  seal: Seal
  /**
   * Key that chooses the security question for an unknown username, until the database stores one.
   */
  decoyKey: Buffer
  passwords: Passwords
  rateLimits: RateLimits
  audit: Audit
  auditLog: AuditLog

  brands: BrandLookup
  /** The parts of a client's brand that emails and PDFs show. */
  brandOf: BrandOf
  localize: Localize
  /** Managed texts of a client by title. Titles without a text are absent. */
  contents: (client: string, titles: readonly string[]) => Promise<ContentItem[]>

  /** Counts sign-in steps. */
  signInMetrics: SignInMetrics
  /** Counts and times calls to other systems. */
  adapterMetrics: AdapterMetrics

  /** Receives alerts about changes that a customer did not make; see docs/configuration.md. */
  alertsTo: string
  /** Whether all staff need a second factor, regardless of their accounts. */
  secondFactorForAll: boolean
  /** The ways in which staff may sign in. */
  staffSignIn: StaffSignIn
}

/** Structured log lines of the server. */
export type Log = Record<"info" | "warn" | "error", (data: object, text: string) => void>
