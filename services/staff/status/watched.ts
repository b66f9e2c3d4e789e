import type { MailBacklog } from "#ports/mail/port.ts"

/** The last state of a back-end service in this process. */
export interface SeenService {
  name: string
  isUp: boolean
  /** When this process first saw the service in this state. */
  since: Date
}

/** A problem in this server process's own counters, with the time when it was first seen. */
export interface Sign {
  name: SignName
  since: Date
}

export type SignName =
  | "signInsFail"
  | "codesNotEntered"
  | "gatewayAway"
  | "accountSystemSlow"
  | "databaseBusy"
  | "jobStuck"
  | "limitsHit"
  | "partsRefused"

/** The server's data about the installation, for the status page. */
export interface Watched {
  /** The unsent emails of all clients. */
  mail: () => Promise<MailBacklog>
  /**
   * The back-end services in their state of the last few seconds; empty before the first check.
   * Never throws.
   */
  services: () => Promise<readonly SeenService[]>
  signs: () => readonly Sign[]
}
