import type { MailBacklog } from "#ports/mail/port.ts"

/** A back-end service as this process last saw it. */
export interface SeenService {
  name: string
  isUp: boolean
  /** When this process first saw it so. */
  since: Date
}

/** Trouble that a server process sees in its own counts, since it first saw it. */
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

/** The facts about the installation that the server knows, for the status page. */
export interface Watched {
  /** The emails of all clients that are not sent yet. */
  mail: () => Promise<MailBacklog>
  /** The back-end services, as seen in the last seconds; none before the first look. Never throws. */
  services: () => Promise<readonly SeenService[]>
  signs: () => readonly Sign[]
}
