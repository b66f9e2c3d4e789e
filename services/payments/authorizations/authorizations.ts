import { randomUUID } from "node:crypto"
import type { ContentItem } from "#contracts/brands/content.ts"
import { ApiError } from "#contracts/messages.ts"
import {
  type AuthorizationFacts,
  type AuthorizationKind,
  authorizationText,
  authorizationTitle,
  authorizationVersion,
} from "#contracts/payments/authorization-rules.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { CustomerSession } from "#services/call-request.ts"
import { insertAuthorization } from "./authorizations.store.ts"

/** The text that a person read and agreed to. */
export interface AgreedText {
  kind: AuthorizationKind
  /** HTML, complete. */
  content: string
  version: string
}

export interface Authorizations {
  /**
   * The text of these facts, today's or (read before midnight) yesterday's, which must be the one
   * that the person read: `seenVersion`. To be kept with `record`.
   *
   * Errors: `authorization.changed`; `authorization.unavailable` where the client has no fit text.
   */
  agreedText(
    client: string,
    kind: AuthorizationKind,
    facts: Omit<AuthorizationFacts, "currentDate">,
    seenVersion: string,
  ): Promise<AgreedText>
  /**
   * Keeps the text as evidence, in the transaction of what it authorises. Returns the
   * authorization's id.
   */
  record(tx: Queries, entry: AuthorizationEntry): Promise<string>
}

export interface AuthorizationEntry {
  session: CustomerSession
  ip: string
  policyNumber: string
  agreed: AgreedText
  /** What it authorised, as facts that a person can read: amount, method, frequency. No secrets. */
  authorised: Record<string, string>
}

/** What people agree to before money moves: the wording, and the evidence of it. */
export function createAuthorizations({
  clock,
  contentsByTitle,
}: {
  clock: Clock
  contentsByTitle: (client: string, titles: readonly string[]) => Promise<ContentItem[]>
}): Authorizations {
  return {
    async agreedText(client, kind, facts, seenVersion) {
      const [item] = await contentsByTitle(client, [authorizationTitle(kind)])
      const today = clock.today()
      for (const day of [today, today.subtract({ days: 1 })]) {
        const dated = { ...facts, currentDate: shownDate(day.toString()) }
        const content = authorizationText(kind, item?.content ?? "", dated)
        if (content === undefined) throw new ApiError("authorization.unavailable")
        const version = await authorizationVersion(content)
        if (version === seenVersion) return { kind, content, version }
      }
      throw new ApiError("authorization.changed")
    },

    async record(tx, { session, ip, policyNumber, agreed, authorised }) {
      const id = randomUUID()
      await insertAuthorization(tx, {
        id,
        client: session.client,
        accountNumber: session.accountNumber,
        policyNumber,
        ...agreed,
        authorised,
        agreedAt: clock.now(),
        actorKind: session.staffUserid === null ? "customer" : "staff",
        actorUserid: session.staffUserid ?? session.userid,
        subjectUserid: session.userid,
        ip,
      })
      return id
    },
  }
}
