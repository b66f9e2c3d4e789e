import type { ChainEnd } from "./audit.store.ts"
import type { AuditEntry } from "./audit.ts"
import { chainAt } from "./audit-chains.ts"
import { type AuditPeople, type PersonSeals, unsealed } from "./audit-people.ts"

/** An audit entry in its recorded form. */
export interface RecordedEntry {
  client: string
  action: string
  actorKind: AuditEntry["actor"]["kind"]
  actorUserid: string | null
  subjectUserid: string | null
  accountNumber: string | null
  at: string
  ip: string | null
  before?: Record<string, string>
  after?: Record<string, string>
  /** Set if the personal fields can no longer be read because their key was deleted. */
  isErased?: true
}

type Words = Record<string, string>

/** The hashed content of an entry in format 2. It identifies people only by pseudonyms. */
export interface Content {
  version: 2
  /** The id of the secret key of the hash, in hexadecimal. */
  key: string
  /** The chain in the client's log. It also follows from the number. */
  strand: number
  client: string
  at: string
  action: string
  actorKind: AuditEntry["actor"]["kind"]
  account: string | null
  subject: string | null
  actor: string | null
  /** The person whose key seals `personal`; null for the installation's own key. */
  person: string | null
  /** The changed parts, by their names in `after`. */
  changed: string[]
  /** Set only in entries that are not about a person. */
  before?: Words
  after?: Words
  /** The ends of the client's other chains. Set only in cross-link entries. */
  ends?: ChainEnd[]
  /** Sealed personal fields, in base64. */
  personal: string | null
  /** Personal fields of staff who acted for the person, sealed with the staff member's key. */
  actorPersonal: string | null
}

type Personal = Partial<
  Pick<RecordedEntry, "accountNumber" | "subjectUserid" | "actorUserid" | "ip" | "before" | "after">
>

/** The pseudonyms of the people in an entry. */
export function peopleOf(people: AuditPeople, { client, actor, ...entry }: AuditEntry) {
  const { accountNumber, subjectUserid } = entry
  const account = accountNumber === null ? null : people.accountName(client, accountNumber)
  const subject = subjectUserid === null ? null : people.useridName(subjectUserid)
  const actorName = "userid" in actor ? people.useridName(actor.userid) : null
  return { account, subject, actor: actorName, person: account ?? subject ?? actorName }
}

/** The content of an entry at its place in the chain. */
export function contentOf(
  entry: AuditEntry,
  names: ReturnType<typeof peopleOf>,
  seals: PersonSeals,
  { number, at, key, ends }: { number: number; at: Date; key: string; ends: ChainEnd[] | null },
): string {
  const { client, action, actor, accountNumber, subjectUserid, ip, before, after } = entry
  const actorUserid = "userid" in actor ? actor.userid : null
  const isStaffForOther = actor.kind === "staff" && names.actor !== names.person
  const isOpen = names.person === null
  const personal: Personal = {
    ...(isOpen ? {} : { accountNumber, subjectUserid, before, after }),
    ...(isStaffForOther ? {} : { actorUserid, ip }),
  }
  const content: Content = {
    version: 2,
    key,
    strand: chainAt(number),
    client,
    at: at.toISOString(),
    action,
    actorKind: actor.kind,
    ...names,
    changed: Object.keys(after ?? {}),
    ...(isOpen ? { before, after } : {}),
    ...(ends && { ends }),
    personal:
      isOpen && ip === null ? null : sealed(names.person, personal, `${client} ${number} person`),
    actorPersonal: isStaffForOther
      ? sealed(names.actor, { actorUserid, ip }, `${client} ${number} actor`)
      : null,
  }
  return JSON.stringify(content)

  function sealed(person: string | null, text: Personal, purpose: string): string {
    const seal = seals.get(person)
    if (!seal) throw new Error("A person of the audit log has no key.")
    return seal.seal(JSON.stringify(text), `audit.entry ${purpose}`).toString("base64")
  }
}

/** The contents of an entry, in either format. */
export function openedContent(
  { number, content }: { number: number; content: string },
  seals: PersonSeals,
): RecordedEntry {
  const parsed = JSON.parse(content) as Content | RecordedEntry
  if (!("version" in parsed)) return parsed
  const { client, action, actorKind, at, before, after, personal, actorPersonal } = parsed
  const [own, acting] = [
    opened(parsed.person, personal, `${client} ${number} person`),
    opened(parsed.actor, actorPersonal, `${client} ${number} actor`),
  ]
  const isErased = own === undefined || acting === undefined
  const nothing = { accountNumber: null, subjectUserid: null, actorUserid: null, ip: null }
  return {
    ...nothing,
    ...{ client, action, actorKind, at },
    ...(before && { before }),
    ...(after && { after }),
    ...own,
    ...acting,
    ...(isErased && { isErased }),
  }

  function opened(person: string | null, sealed: string | null, purpose: string) {
    if (sealed === null) return {}
    const text = unsealed(seals.get(person), sealed, `audit.entry ${purpose}`)
    return text === undefined ? undefined : (JSON.parse(text) as Personal)
  }
}
