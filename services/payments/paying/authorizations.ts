import { randomUUID } from "node:crypto"
import { ApiError } from "#contracts/messages.ts"
import type { AuthorizationReader } from "#contracts/payments/authorization-reader.ts"
import {
  type AuthorizationFacts,
  type AuthorizationKind,
  authorizationText,
  authorizationTitle,
  authorizationVersion,
} from "#contracts/payments/authorization-rules.ts"
import type { Queries } from "#database/sql.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { CustomerSession, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { authorizationDate } from "./authorization-presenter.ts"
import { insertAuthorization } from "./authorizations.store.ts"

/** The text that a person read and agreed to. */
export interface AgreedText {
  kind: AuthorizationKind
  /** The complete HTML. */
  content: string
  version: string
}

export interface Authorizations {
  /** The reader of an authorization, for the page and for the text that the server compares. */
  readerOf(
    site: Pick<Site, "clientName">,
    session: CustomerSession,
    person: Person,
  ): Promise<AuthorizationReader>
  /**
   * The text with these facts, dated today or, if it was read before midnight, yesterday. It must
   * be the text that the person read, `seenVersion`. Store it with `record`.
   *
   * Errors: `authorization.changed`; `authorization.unavailable` if the client has no usable text.
   */
  agreedText(
    client: string,
    kind: AuthorizationKind,
    facts: Omit<AuthorizationFacts, "currentDate">,
    seenVersion: string,
  ): Promise<AgreedText>
  /**
   * Stores the text as evidence, in the transaction of the authorized change or payment. Returns
   * the id of the authorization.
   */
  record(tx: Queries, entry: AuthorizationEntry): Promise<string>
}

export interface AuthorizationEntry {
  session: CustomerSession
  ip: string
  policyNumber: string
  agreed: AgreedText
  /** The authorized facts in readable form: amount, method, frequency. No secrets. */
  authorised: Record<string, string>
}

/** The texts that people agree to before money moves, and the evidence of their agreement. */
export function createAuthorizations({ clock, contents, brands }: Deps): Authorizations {
  return {
    async readerOf({ clientName }, { client, userid, staffUserid }, { firstName, lastName }) {
      const clientPhoneNumber = await brands.phoneNumberOf(client)
      const csUserid = staffUserid ?? ""
      return { firstName, lastName, userid, csUserid, clientName, clientPhoneNumber }
    },

    async agreedText(client, kind, facts, seenVersion) {
      const [item] = await contents(client, [authorizationTitle(kind)])
      const today = await brands.todayOf(client)
      for (const day of [today, today.subtract({ days: 1 })]) {
        const dated = { ...facts, currentDate: authorizationDate(day) }
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
