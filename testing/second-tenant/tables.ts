import { columns, type Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { either, shared } from "./keys.ts"

const { account: accountNumber, recordId, noon } = shared
const inAnHour = later(noon, { hours: 1 })

/**
 * Starts the builder of a table: a function that adds a row. `defaults` has the columns that most
 * rows leave out; any other column that a row leaves out gets its default in the database. `row`
 * declares the columns without a default here.
 */
function table<Defaults extends object>(name: string, defaults: (client: string) => Defaults) {
  return {
    row:
      <Columns extends object = Record<never, never>>() =>
      async (tx: Queries, row: { client: string } & Columns & Partial<Defaults>): Promise<void> => {
        const stated = { ...defaults(row.client), ...row }
        const list = columns(Object.keys(stated)).text
        const text = `insert into ${name} (${list})
          select ${list} from json_populate_record(null::${name}, $1)`
        await tx.rows({ name: "", text, values: [jsonOf(stated)] })
      },
  }
}

/** The row as `json_populate_record` reads it. */
function jsonOf(row: object): string {
  const fields = Object.entries(row).map(([name, value]) => [
    columns([name]).text.slice(1, -1),
    Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value,
  ])
  return JSON.stringify(Object.fromEntries(fields))
}

const siteOf = (client: string) => `http://${client}.localhost`

/** The customer who asked for something. */
function askedBy(client: string) {
  const userid = `maria.santos_${client}`
  return { actorKind: "customer", actorUserid: userid, subjectUserid: userid, ip: "203.0.113.9" }
}

// Users and their sessions.

export const addUser = table("appauth.user_account", () => ({
  ...{ passwordHash: "a hash", securityQuestionId: "a question", securityAnswerHash: "a hash" },
  ...{ createdAt: noon, reactivate: false },
})).row<{ userid: string; username: string; accountNumber: string }>()

export const addImportedScheme = table("appauth.imported_scheme", () => ({
  ...{ scheme: "", importedAt: noon },
})).row<{ id: string }>()

export const addDevice = table("appauth.device", () => ({
  ...{ secretHash: shared.browserHash, seenAt: noon },
})).row<{ userid: string }>()

export const addResetTicket = table("appauth.reset_ticket", () => ({
  ...{ ticketHash: shared.tokenHash, userid: shared.userid, expiresAt: inAnHour },
})).row()

export const addSignInLink = table("appauth.sign_in_link", () => ({
  ...{ tokenHash: shared.tokenHash, expiresAt: inAnHour },
})).row<{ userid: string; usedAt?: Date; browserHash?: Buffer; browserUntil?: Date }>()

export const addPasswordRecovery = table("appauth.password_recovery", () => ({
  ...{ secretHash: shared.browserHash, usernameHash: shared.tokenHash, expiresAt: inAnHour },
})).row()

export const addCodeAttempt = table("appauth.code_attempt", () => ({
  ...{ userid: shared.userid, purpose: "sign-in", createdAt: noon, expiresAt: inAnHour },
})).row<{ id: string; secretHash: Buffer }>()

export const addPasscode = table("appauth.passcode", () => ({
  ...{ codeHash: shared.tokenHash, createdAt: noon, expiresAt: inAnHour },
})).row<{ attemptId: string }>()

export const addRegistration = table("appauth.registration", (client) => ({
  ...{ policyNumber: `of ${client}`, accountNumber: `of ${client}` },
  ...{ createdAt: noon, expiresAt: inAnHour },
})).row<{ id: string; secretHash: Buffer; step: string }>()

export const addSession = table("appauth.session", (client) => ({
  ...{ host: "one.localhost", userid: shared.userid, familyClient: client },
  ...{ createdAt: noon, seenAt: noon, expiresAt: inAnHour },
})).row<{
  id: string
  familyId: string
  cookieHash: Buffer
  tokenHash: Buffer
  endedAt?: Date | null
}>()

export const addTransfer = table("appauth.handoff", (client) => ({
  ...{ host: "one.localhost", browserHash: shared.browserHash, sessionClient: client },
  ...{ expiresAt: inAnHour },
})).row<{ tokenHash: Buffer; sessionId: string; subjectUserid?: string | null }>()

// Profile.

export const addContactChange = table("myaccount_core.contact_change", (client) => ({
  ...{ id: shared.contactChange, accountNumber, asked: { client }, askedAt: noon },
})).row()

export const addUnshownChange = table("myaccount_core.unshown_change", (client) => ({
  ...{ accountNumber, policyNumber: "", before: {} as unknown, after: { client } },
  ...{ acceptedAt: noon, lookAt: inAnHour },
})).row<{ id: string; number: number; kind: string }>()

export const addNewEmail = table("myaccount_core.new_email", (client) => ({
  ...{ accountNumber, userid: `maria.santos_${client}`, fromAddress: "old@example.com" },
  ...{ toAddress: `new@${client}.example.com`, askedAt: noon, expiresAt: inAnHour },
})).row<{ id: string }>()

export const addEmailHold = table("myaccount_core.email_hold", (client) => ({
  ...{ accountNumber, provenAddress: `old@${client}.example.com` },
  ...{ tokenHash: shared.tokenHash, expiresAt: inAnHour },
})).row()

export const addUnsubscribeLink = table("myaccount_core.unsubscribe_link", (client) => ({
  ...{ tokenHash: shared.tokenHash, accountNumber: client, createdAt: noon },
})).row()

export const addCachedRead = table("myaccount_core.kept_read", (client) => ({
  ...{ accountNumber, read: shared.tokenHash, sealed: Buffer.from(client), keptAt: noon },
})).row()

export const addCachedNumber = table("myaccount_core.kept_number", () => ({
  keptAt: noon,
})).row<{ number: Buffer; accountNumber: string }>()

export const addErasure = table("myaccount_core.erasure", () => ({
  person: shared.accountName,
})).row<{ erasedAt: Date; documents: object[] }>()

// Staff and the audit log.

export const addStaffApproval = table("myaccount_core.staff_approval", (client) => ({
  ...{ accountNumber, userid: shared.userid, action: "resetPassword" },
  ...{ emailVersion: `of.${client}@example.com`, askedBy: "agent.kim" },
  ...{ askedAt: noon, expiresAt: inAnHour },
})).row<{ id: string }>()

export const addAuditEntry = table("audit.entry", () => ({
  ...{ previousHash: Buffer.of(), hash: Buffer.of(), at: noon },
})).row<{ number: number; content: string }>()

export const addPersonKey = table("audit.person_key", (client) => ({
  ...{ keySealed: Buffer.from(`a key of ${client}`), madeAt: noon },
})).row<{ person: string }>()

// Brands.

export const addGroup = table("appcontent.client_group", (client) => ({
  label: `Of ${client}`,
})).row()

export const addGroupItem = table("appcontent.client_group_item", () => ({
  subGroup: "",
})).row<{ clientGroup: string; name: string; host: string; position: number }>()

export const addBrandFile = table("appcontent.asset", () => ({
  mediaType: "text/css",
})).row<{ name: string; hash: string }>()

// Payment methods.

export const addMethod = table("myaccount_core.payment_method", (client) => ({
  ...{ accountNumber, kind: "card", holderName: client, cardType: "VS", bankType: "" },
  ...{ expirationDate: "08/2031", institution: "", maskedRoutingNumber: "" },
  ...{ addressLine1: "", addressLine2: "", addressLine3: "", cityName: "", stateCode: "" },
  ...{ zipCode: "", gateway: "sandbox", gatewayReference: `of ${client}`, remembered: true },
  ...{ createdAt: noon, changedAt: noon },
})).row<{ recordId: string; lastFour: string; deletedAt: Date }>()

export const addMethodRequest = table("myaccount_core.payment_method_request", () => ({
  ...{ accountNumber, recordId, tries: 1, nextTryAt: null as Date | null, createdAt: noon },
})).row<{ id: string; kind: string; status: string; tokenHash?: Buffer; content?: object }>()

// Payments, refunds and credits.

export const addPayment = table("myaccount_core.payment", (client) => ({
  ...{ accountNumber, number: 1, origin: "autoPay", amount: either(client, 10, 20) },
  ...{ dueDate: "2026-03-15", productDesc: `A product of ${client}`, gateway: "sandbox" },
  ...{ methodReference: "r", methodRecordId: recordId, methodKind: "card" },
  ...{ methodLabel: "Visa ending in 4242", methodLastFour: "4242", siteAddress: siteOf(client) },
  ...{ submittedAt: noon, decidedAt: noon, nextTryAt: null as Date | null },
})).row<{
  id: string
  policyNumber: string
  idempotencyKey: string
  status: string
  reason?: string
  confirmationNumber?: string | null
  appliedAt?: Date | null
  authenticateBy?: Date
  authorizationId?: string
  refunded?: string
  billNumbers?: number[]
}>()

export const addPaymentEvent = table("myaccount_core.payment_event", () => ({
  ...{ reason: "", at: noon },
})).row<{ paymentId: string; number: number; status: string }>()

export const addRefund = table("myaccount_core.refund", () => ({
  ...{ accountNumber, amount: 100, reopens: false, reason: "", requestedAt: noon },
})).row<{
  id: string
  paymentId: string
  status: string
  idempotencyKey?: string
  gatewayReference?: string
  requestedBy?: string
  expiresAt?: Date
  succeededAt?: Date
  failedAt?: Date
  postedAt?: Date
  tries?: number
  nextTryAt?: Date
}>()

export const addCorrection = table("myaccount_core.correction", (client) => ({
  ...{ accountNumber, policyNumber: shared.policy, productDesc: "A product", kind: "credit" },
  ...{ amount: either(client, 800, 900), reason: `A reason of ${client}` },
  ...{ requestedBy: "agent.kim", requestedAt: noon },
})).row<{
  id: string
  idempotencyKey: string
  status: string
  postedAmount?: number
  expiresAt?: Date
  postedAt?: Date
  postingStoredAt?: Date
  tries?: number
  nextTryAt?: Date
  reverses?: string
  reversedKind?: string
}>()

export const addMovement = table("myaccount_core.gateway_movement", () => ({
  ...{ gateway: "sandbox", kind: "charge", charge: "", fee: 0, at: noon },
})).row<{ paymentId: string; reference: string; amount: number; payout: string }>()

// Auto pay.

export const addAuthorization = table("myaccount_core.authorization", (client) => ({
  ...{ accountNumber, kind: "add", content: `of ${client}`, version: "v", authorised: {} },
  ...{ agreedAt: noon, ...askedBy(client) },
})).row<{ id: string; policyNumber: string }>()

export const addAutoPayChange = table("myaccount_core.auto_pay_change", (client) => ({
  ...{ accountNumber, seen: {}, before: {}, after: {}, siteAddress: siteOf(client) },
  askedAt: either(client, noon, later(noon, { seconds: 1 })),
})).row<{ authorizationId: string; policyNumber: string; wanted: object; state: string }>()

export const addSkip = table("myaccount_core.auto_pay_skip", (client) => ({
  ...{ accountNumber, amount: 10, methodLabel: "", siteAddress: siteOf(client) },
  ...{ productDesc: `of ${client}`, ...askedBy(client), askedAt: noon },
})).row<{ id: string; policyNumber: string; chargeOn: string; dueDates: string[]; state: string }>()

export const addSuspension = table("myaccount_core.auto_pay_suspension", () => ({
  ...{ accountNumber, methodRecordId: "", suspendedAt: noon },
})).row<{ id: string; policyNumber: string; reason: string; paymentId?: string; endedAt?: Date }>()

export const addNotice = table("myaccount_core.auto_pay_notice", () => ({
  sentAt: noon,
})).row<{ subject: string }>()

export const addAnnouncement = table("myaccount_core.announced_charge", () => ({
  ...{ accountNumber, billNumbers: [1], methodRecordId: "r" },
  ...{ announcedOn: "2026-03-02", announcedAt: noon },
})).row<{
  id: string
  policyNumber: string
  kind: string
  chargeOn: string
  billsDueBy: string
  amount: number
  premium?: number
  fee?: number
  adjustment?: number
  credit?: number
  dueDates?: string[]
  authorizationId?: string
  paymentId?: string
  untold?: boolean
}>()

// The embedded account system.

export const addBill = table("policy_admin.bill", () => ({
  ...{ frequencyCode: "M", premium: 1_000, fee: 0, adjustment: 0, credit: 0 },
})).row<{
  policyNumber: string
  book: string
  number: number
  replaces?: number
  issuedOn: string
  periodFrom: string
  periodTo: string
  dueDate: string
}>()

export const addEntry = table("policy_admin.entry", (client) => ({
  ...{ amount: either(client, 10, 20), postedOn: "2026-03-01" },
})).row<{
  policyNumber: string
  book: string
  number: number
  kind: string
  lot: string
  cause: string
  billNumber?: number
}>()

export const addReversal = table("policy_admin.reversal", () => ({
  ...{ kind: "refund", amount: 100, reversedOn: "2026-03-01", reopens: true },
})).row<{ reversalId: string; paymentId: string }>()

export const addLotNote = table("policy_admin.lot_note", (client) => ({
  note: `A reason of ${client}`,
})).row<{ policyNumber: string; lot: string }>()

export const addRecordedPayment = table("policy_admin.payment", (client) => ({
  ...{ accountNumber, amount: either(client, 10, 20), paidOn: "2026-03-01" },
})).row<{ paymentId: string; policyNumber: string; postedAt?: string }>()

export const addPaidBills = table("policy_admin.payment_bills", () => ({
  billNumbers: [1],
})).row<{ policyNumber: string; book: string; paymentId: string }>()

export const addSkippedCharge = table("policy_admin.skipped_charge", () => ({
  policyNumber: shared.policy,
})).row<{ dueDate: string }>()

export const addImportProgress = table("policy_admin.import_progress", (client) => ({
  ...{ fingerprint: `files of ${client}`, records: 10 },
})).row()

export const addLoadedKind = table("policy_admin.loaded_kind", (client) => ({
  ...{ kind: "bills", importId: `files of ${client}`, importUntil: later(noon, { days: 9_000 }) },
})).row<{ asOf: Date; importAsOf: Date }>()

export const addFrequency = table("policy_admin.frequency", () => ({
  ...{ policyNumber: shared.billedPolicy, code: "M", label: "Monthly", amount: 10, fee: 0 },
})).row<{ position: number }>()

export const addRider = table("policy_admin.rider", () => ({
  ...{ policyNumber: shared.billedPolicy, productDesc: "A rider", policyStatus: "Active" },
  ...{ benefitAmount: 10, annualPremium: 10 },
})).row<{ position: number }>()

export const addInsuredPerson = table("policy_admin.additional_insured", () => ({
  ...{ policyNumber: shared.billedPolicy, fullName: "A person", relationship: "Child" },
})).row<{ position: number }>()
