import type {
  StatusItem,
  StatusReply,
  StatusSubject,
  StatusTrouble,
} from "#contracts/staff/status.ts"
import { earlier, later } from "#platform/time.ts"
import type { MailBacklog } from "#ports/mail/port.ts"
import type { StatusPayments } from "#services/payments/account/payment-status.ts"
import { thresholds } from "./thresholds.ts"
import type { SeenService, Sign } from "./watched.ts"

/** The maximum number of decline reasons and client names in a reply. */
const mostListed = 5

/**
 * The current status data. Payments and billing are those of the clients that the staff member
 * serves.
 */
export interface Known extends StatusPayments {
  now: Date
  services: readonly SeenService[]
  signs: readonly Sign[]
  mail: MailBacklog
  /** Whether the staff member serves every client. */
  servesAll: boolean
}

interface Trouble {
  trouble: StatusTrouble
  state: "trouble" | "down"
  since: Date | null
  customers?: number
}

/** The state of each subject, in the order of the page. */
export function statusItems(known: Known): StatusItem[] {
  const { now, services, mail, waiting, billing } = known
  const isKnown = services.length > 0

  function down(service: string, trouble: StatusTrouble): Trouble[] {
    const seen = services.find(({ name, isUp }) => name === service && !isUp)
    return seen ? [{ trouble, state: "down", since: seen.since }] : []
  }
  function sign(name: Sign["name"], state: Trouble["state"] = "trouble"): Trouble[] {
    return known.signs
      .filter((one) => one.name === name)
      .map(({ since }) => ({ trouble: name, state, since }))
  }
  /** The problem if the oldest item has waited more than `seconds`; empty otherwise. */
  function late(
    trouble: StatusTrouble,
    since: Date | null,
    seconds: number,
    customers?: number,
  ): Trouble[] {
    if (!since || since >= earlier(now, { seconds })) return []
    return [{ trouble, state: "trouble", since, ...(customers !== undefined && { customers }) }]
  }

  const { emailSeconds, paymentSeconds, billingHours } = thresholds
  /** An email whose last try failed is late at once: the next try may fail, too. */
  function emailsLate(trouble: StatusTrouble): Trouble[] {
    const [isLate] = late(trouble, mail.oldestSince, emailSeconds)
    if (isLate) return [isLate]
    return mail.failingSince ? [{ trouble, state: "trouble", since: mail.failingSince }] : []
  }

  const customers = waiting.lateCustomers
  const overdue = lateRuns(known).map(({ finishedAt }) => finishedAt)
  const troubles: Record<StatusSubject, Trouble[]> = {
    signIn: [
      // Same as the login page, which uses `POST /myaccount-core/availability`.
      ...down("account system", "logInOff"),
      ...sign("signInsFail", "down"),
      ...emailsLate("codesLate"),
      ...sign("codesNotEntered"),
    ],
    emails: emailsLate("emailsWait"),
    payments: [
      ...down("payment gateway", "gatewayAway"),
      ...down("account system", "paymentsPaused"),
      ...sign("gatewayAway"),
      ...late("paymentsUndecided", waiting.undecidedSince, paymentSeconds, customers),
      ...late("paymentsNotPosted", waiting.notPostedSince, paymentSeconds, customers),
      ...late("paidBillsOpen", waiting.contradictedSince, 0),
      ...declines(known),
    ],
    accountData: [...down("account system", "accountSystemAway"), ...sign("accountSystemSlow")],
    billing: overdue.flatMap((finishedAt) => {
      const since = later(finishedAt, { hours: billingHours })
      return [{ trouble: "billingLate", state: "trouble", since } as const]
    }),
    documents: down("document store", "documentsAway"),
    website: [
      ...sign("databaseBusy"),
      ...sign("jobStuck"),
      ...sign("limitsHit"),
      ...sign("partsRefused"),
    ],
  }
  const unknown: Partial<Record<StatusSubject, boolean>> = {
    signIn: !isKnown,
    accountData: !isKnown,
    documents: !isKnown,
    billing: billing.every(({ finishedAt }) => finishedAt === null),
  }
  return (Object.keys(troubles) as StatusSubject[]).map((subject) => {
    const [worst] = troubles[subject]
    return {
      subject,
      state: worst?.state ?? (unknown[subject] ? "unknown" : "works"),
      trouble: worst?.trouble ?? null,
      since: worst?.since?.toISOString() ?? "",
      customers: worst?.customers ?? null,
    }
  })
}

/** The numbers behind the states. Late clients are listed by id. */
export function statusFacts(known: Known): StatusReply["facts"] {
  const { mail, waiting, recent, billing, servesAll } = known
  const finished = billing.flatMap(({ finishedAt }) => (finishedAt ? [finishedAt] : []))
  const oldest = finished.toSorted((one, other) => one.getTime() - other.getTime())[0]
  return {
    emailsWaiting: servesAll ? mail.waiting : null,
    payments: {
      undecided: waiting.undecided,
      notPosted: waiting.notPosted,
      contradicted: waiting.contradicted,
      accepted: countOf(recent, "accepted"),
      declined: countOf(recent, "declined"),
      reasons: recent
        .filter(({ outcome }) => outcome === "declined")
        .slice(0, mostListed)
        .map(({ reason, count }) => ({ reason, count })),
    },
    billing: {
      running: billing.filter(({ isRunning }) => isRunning).length,
      doneSince: oldest?.toISOString() ?? "",
      late: lateRuns(known)
        .slice(0, mostListed)
        .map(({ client }) => client),
    },
  }
}

/** The clients whose last run is too old, oldest run first. */
function lateRuns({ now, billing }: Known) {
  const before = earlier(now, { hours: thresholds.billingHours })
  return billing
    .flatMap(({ client, finishedAt }) =>
      finishedAt && finishedAt < before ? [{ client, finishedAt }] : [],
    )
    .toSorted((one, other) => one.finishedAt.getTime() - other.finishedAt.getTime())
}

function declines({ recent }: Known): Trouble[] {
  const declined = countOf(recent, "declined")
  const isMany = declined > thresholds.declines && declined > countOf(recent, "accepted")
  return isMany ? [{ trouble: "declines", state: "trouble", since: null }] : []
}

function countOf(
  recent: StatusPayments["recent"],
  outcome: StatusPayments["recent"][number]["outcome"],
): number {
  return recent.filter((one) => one.outcome === outcome).reduce((sum, { count }) => sum + count, 0)
}
