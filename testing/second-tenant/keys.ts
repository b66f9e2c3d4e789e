import { beginningOf, crossLinkEvery } from "#services/audit/audit-chains.ts"
import { secondTenant } from "./second-tenant.ts"

/** The two clients whose rows have the same keys. */
export const clients = ["harbor", secondTenant] as const

export function otherClient(client: string): string {
  return client === secondTenant ? "harbor" : secondTenant
}

/** A value that differs between the two clients. */
export function either<Value>(client: string, ofHarbor: Value, ofSecondTenant: Value): Value {
  return client === secondTenant ? ofSecondTenant : ofHarbor
}

/** A chain of each client's audit log. */
const crossLinkedChain = 2

/** The keys of rows that both clients have. */
export const shared = {
  account: "HM2041187",
  /** The pseudonym of the same account in newer audit entries. */
  accountName: "pseudonym of an account",
  crossLinkedChain,
  /** The number before that of an entry which links the chains. */
  beforeJoining: beginningOf(crossLinkedChain) + crossLinkEvery - 1,
  username: "maria.santos",
  policy: "4001930427",
  /** A policy without an open change request. */
  quietPolicy: "4001930435",
  /** A policy with past payments and no open one. */
  paidPolicy: "4001987714",
  /** A policy on auto pay, with an open bill. */
  skippedPolicy: "4004120696",
  /** A policy whose payment has settled. */
  settledPolicy: "4009990055",
  /** A policy whose auto pay change one client has refused and the other has made. */
  decidedPolicy: "4009990044",
  /** A policy whose charges are announced. */
  announcedPolicy: "4009990011",
  /** A policy whose charges the gateway refused. */
  refusedPolicy: "4009990077",
  /** Userid of a person at each client, with an action that staff of both have requested. */
  userid: "a.person",
  recordId: "PM-20418",
  deletedRecordId: "PM-deleted",
  /** Two accounts: each client has the products of one of them in the other one. */
  crossedAccounts: ["HM2073350", "HM2140265"],
  crossedPolicies: ["4003120956", "4004688301"],
  /** A policy that each client has billed for different dates, and its account. */
  billedPolicy: "4000000033",
  reactivateAccount: "HM2099020",
  /** A policy with one open bill at both clients, which has ended at the second tenant. */
  endedPolicy: "4003551215",
  endedAccount: "HM2115526",
  /**
   * The account of the disputed payment of both clients. Only the second tenant has an older payment
   * in it.
   */
  refundedAccount: "HM2099990",
  crossedRecordId: "PM-21402",
  idempotencyKey: "one-key",
  tokenHash: Buffer.alloc(36, "one token"),
  /** Hash of a browser with a row of each kind at both clients. */
  browserHash: Buffer.alloc(36, "one browser"),
  /** Id of an attempt, a registration or a session of both clients. */
  flow: "00000000-0000-4000-8000-00000000000c",
  /** Id of the same in another browser at each client. */
  otherFlow: "00000000-0000-4000-8000-00000000000d",
  /** Userid of a person who exists only at the second tenant. */
  strangerAtHarbor: "staff of the twin",
  /** Userid of a person who must register again, and the token of a session for them. */
  formerUserid: "a.former.person",
  formerHash: Buffer.alloc(36, "a former person"),
  contactChange: "00000000-0000-4000-8000-00000000000b",
  /** A payment in the account system. */
  appliedPayment: "00000000-0000-4000-8000-00000000000a",
  /** A credit in the account system, with different amounts. */
  credit: "a credit of both clients",
  /** The endpoints of an event of both clients. */
  endpoints: ["billing", "other", "of harbor", "of twin"],
  /** The day until which an announced charge pays bills. */
  billsDueBy: "2026-03-20",
  /** The days whose billing run one client each has begun. */
  runDays: ["2026-03-03", "2026-03-04"] as const,
  /** A report of the content security policy, received once by each client. */
  report: {
    directive: "script-src-elem",
    blocked: "inline",
    document: "/dashboard",
    source: "",
    disposition: "enforce" as const,
  },
  /** The number of an unpublished release of each client. */
  release: 5,
  /** The hash of an unpublished file of each client, with different bytes. */
  fileHash: "a file of both",
  noon: new Date("2026-03-02T12:00:00Z"),
}

/** Ids by table. Both clients have a row with each of them, unless a comment names one. */
export const ids = {
  payment: {
    submitted: uuid("30"),
    accepted: uuid("31"),
    declined: uuid("32"),
    settled: uuid("33"),
    /** A returned payment whose return is not posted. */
    returned: uuid("34"),
    /** An announced charge that was not made. */
    notMade: uuid("35"),
    /** An announced charge that was made. */
    announced: uuid("3c"),
    disputed: uuid("3e"),
    /** A failed charge in a crossed account, of the second tenant. */
    crossed: uuid("3f"),
    /** A charge that the gateway refused. */
    refused: uuid("c1"),
    /** A debit with a warning of fraud. */
    debit: uuid("c2"),
    /** A payment by hand of the announced product, of the second tenant. */
    byHand: uuid("fd01"),
    /** An older payment in the account of the disputed one, of the second tenant. */
    older: uuid("2e"),
    /** Payments in the account system: one that a load counts, and one that names its bill. */
    counted: uuid("fb"),
    named: uuid("fc"),
  },
  refund: {
    waiting: uuid("38"),
    failed: uuid("3b"),
    made: uuid("3c"),
    /** A refund of the other client's amount, of the second tenant. */
    ofDisputed: uuid("2e"),
  },
  correction: {
    waiting: uuid("39"),
    posted: uuid("3a"),
    approved: uuid("3b"),
    /** Both of the second tenant. */
    ofDroppedCharge: uuid("fd02"),
    reversal: uuid("2e"),
  },
  authorization: { asked: uuid("34"), made: uuid("35"), decided: uuid("36") },
  suspension: {
    /** After a failed charge, of another policy at each client. */
    afterFailure: uuid("3a"),
    withoutPayment: uuid("3b"),
    /** All of the second tenant. */
    crossed: uuid("3c"),
    ofDroppedCharge: uuid("fd04"),
    afterRefusal: uuid("c1"),
  },
  skip: { asked: uuid("39"), /** Of the second tenant. */ ofDroppedCharge: uuid("fd03") },
  methodRequest: { change: uuid("33"), deletion: uuid("34") },
  announcement: {
    retry: uuid("3c"),
    agreement: uuid("3d"),
    unsent: uuid("3b"),
    notMade: uuid("39"),
    /** Of another product, at Harbor Mutual. */
    ofOtherProduct: uuid("38"),
    /** Both of the second tenant. */
    alsoUnsent: uuid("3f"),
    charged: uuid("2e"),
  },
  staffApproval: uuid("37"),
  event: uuid("3f"),
}

/** The id of the change of an email address, which each client has alone. */
export function newEmailOf(client: string): string {
  return either(client, uuid("18"), uuid("28"))
}

/** A fixed id with this end, in hexadecimal digits. */
export function uuid(end: string): string {
  return `00000000-0000-4000-8000-${end.padStart(12, "0")}`
}

/** A stand-in for a hash that belongs to one client only, with the length of a hash. */
export function ownHash(client: string): Buffer<ArrayBuffer> {
  return Buffer.alloc(36, client)
}
