import { z } from "zod"
import { billNumbers, dates } from "./bills.ts"
import { byChangeId, echoOf, operation } from "./operation.ts"
import { contact } from "./people.ts"
import { billingChoice } from "./reads.ts"
import { money, payableMoney, plainDate, text } from "./values.ts"

const ofPerson = { client: text, accountNumber: text }
const ofProduct = { ...ofPerson, policyNumber: text }
const paymentId = z.guid()
const refund = {
  client: text,
  paymentId,
  refundId: text,
  amount: payableMoney,
  reopens: z.boolean().meta({
    description:
      "True: the bills that the money settled are due again. False: a credit settles them in its place.",
  }),
}
const correction = { ...ofProduct, on: plainDate, note: text }

/**
 * The operations that change something. They may be repeated with their Idempotency-Key: the server
 * makes the change once and gives each repetition the reply of the first. A reply names the changed
 * item, so that no other reply counts as a success.
 */
export const writes = {
  applyPayment: operation({
    summary: "Posts a payment, once per `paymentId`.",
    rules:
      "It settles the bills that it names, then the oldest open bill; the next bill uses what is left. Once it is answered, every read shows it. A payment for a product that no longer exists is stored.",
    request: z.object({
      ...ofProduct,
      paymentId,
      amount: payableMoney,
      paidOn: plainDate,
      billNumbers: billNumbers.readonly().optional(),
    }),
    reply: z.object({ paymentId }),
    seconds: 10,
    sameChange: ({ client, paymentId }) => [client, paymentId],
    strayField: echoOf("paymentId"),
  }),
  returnPayment: operation({
    summary: "Takes a posted payment back, once.",
    rules:
      "Exactly the bills that it settled are open again. A return that arrives before its payment takes effect with the payment.",
    request: z.object({ client: text, paymentId, returnedOn: plainDate }),
    reply: z.object({ paymentId }),
    seconds: 10,
    sameChange: ({ client, paymentId }) => [client, paymentId],
    strayField: echoOf("paymentId"),
  }),
  refundPayment: operation({
    summary: "Posts a refund of a payment, once per `refundId`.",
    rules:
      "It takes money that settles no bill first, then that of the newest bills, at most what is left of the payment. A refund that arrives before its payment takes effect with the payment.",
    request: z.object({ ...refund, refundedOn: plainDate }),
    reply: z.object({ refundId: text }),
    seconds: 10,
    sameChange: ({ client, refundId }) => [client, refundId],
    strayField: echoOf("refundId"),
  }),
  failRefund: operation({
    summary: "Undoes a posted refund that did not reach the person, once.",
    rules: "Its money belongs to the payment again. It may arrive before its refund.",
    request: z.object({ ...refund, failedOn: plainDate }),
    reply: z.object({ refundId: text }),
    seconds: 10,
    sameChange: ({ client, refundId }) => [client, refundId],
    strayField: echoOf("refundId"),
  }),
  postCredit: operation({
    summary: "Posts a credit, once per `creditId`.",
    rules:
      "It settles the oldest open bill first; the next bill uses what is left. `isPosted` is false for a product that is not this person's.",
    request: z.object({ ...correction, creditId: text, amount: payableMoney }),
    reply: z.object({ creditId: text, isPosted: z.boolean() }),
    seconds: 10,
    sameChange: (asked) => [asked.client, asked.accountNumber, asked.policyNumber, asked.creditId],
    strayField: echoOf("creditId"),
  }),
  writeOff: operation({
    summary: "Writes off the amount of one bill, once per `writeOffId`.",
    rules:
      "At most what is owed on it. `amount` is what is written off; 0.00, and nothing is posted, for a bill that is not open, does not exist or is not this person's.",
    request: z.object({
      ...correction,
      writeOffId: text,
      billNumber: z.int().positive(),
      amount: payableMoney,
    }),
    reply: z.object({ writeOffId: text, amount: money }),
    seconds: 10,
    sameChange: (asked) => [
      ...[asked.client, asked.accountNumber, asked.policyNumber],
      ...[asked.billNumber, asked.writeOffId],
    ],
    strayField: (asked, reply) =>
      echoOf("writeOffId")(asked, reply) ??
      (0 <= reply.amount && reply.amount <= asked.amount ? undefined : "amount"),
  }),
  reverseCorrection: operation({
    summary: "Takes back a credit, a write-off, or the credit of a refund, once per `reversalId`.",
    rules:
      "`reverses` is its id. Exactly the bills that it settled are open again. `amount` is what was taken back; 0.00, and nothing is posted, if it is taken back already, does not exist, or is not this person's.",
    request: z.object({ ...correction, reversalId: text, reverses: text }),
    reply: z.object({ reversalId: text, amount: money }),
    seconds: 10,
    sameChange: (asked) => [
      ...[asked.client, asked.accountNumber, asked.policyNumber],
      ...[asked.reverses, asked.reversalId],
    ],
    strayField: (asked, reply) =>
      echoOf("reversalId")(asked, reply) ?? (reply.amount >= 0 ? undefined : "amount"),
  }),
  changeContact: operation({
    summary: "Writes a person's contact data, unless they changed after `version` was read.",
    rules:
      "`version` is the contactVersion that the change started from. `isChanged` is false if it is not the current one; nothing is written then. Once it is answered, every read shows the new data. `contactVersion` may give the version of the new data: with it, a person can change them again before your reads show them.",
    request: z.object({ ...ofPerson, version: text, contact }),
    reply: z.object({
      accountNumber: text,
      isChanged: z.boolean(),
      contactVersion: text.optional(),
    }),
    seconds: 10,
    sameChange: ({ client, accountNumber, version, contact }) => [
      ...[client, accountNumber, version, contact.emailAddress, contact.phoneNumber],
      ...Object.values(contact.address),
    ],
    strayField: echoOf("accountNumber"),
  }),
  setEmailSubscribed: operation({
    summary: "Sets whether a person gets transaction emails.",
    rules: "`isChanged` says whether that changed the value.",
    request: z.object({ ...ofPerson, isSubscribed: z.boolean() }),
    reply: z.object({ accountNumber: text, isChanged: z.boolean() }),
    seconds: 10,
    sameChange: byChangeId,
    strayField: echoOf("accountNumber"),
  }),
  changeBilling: operation({
    summary: "Changes how a product is paid, if it is still paid as the customer saw it.",
    rules:
      "`made`: it is paid as requested. `differs`: it is paid neither as seen nor as requested, or cannot be paid as requested, and stays unchanged. The current bill gets the new price if it is open and not due yet. No other bill changes. Before charges that rest on a change that your reads do not show yet, My Account sends a change with the same values in `seen` and `wanted`: `made` if the product is still paid so, otherwise `differs`; it changes nothing. A change of a customer has one Idempotency-Key and one content in all repetitions, also from another server or on a later day; a repetition after another change changes nothing.",
    request: z.object({
      ...ofProduct,
      changedOn: plainDate,
      seen: billingChoice,
      wanted: billingChoice.extend({ paymentMethodLabel: text }),
    }),
    reply: z.object({ policyNumber: text, result: z.enum(["made", "differs"]) }),
    seconds: 10,
    sameChange: byChangeId,
    strayField: echoOf("policyNumber"),
  }),
  skipCharge: operation({
    summary: "Keeps auto pay from charging the bills that are due on these dates.",
    rules: "Issued or not. `isKnown` is false for an unknown product.",
    request: z.object({ ...ofProduct, dueDates: dates.readonly() }),
    reply: z.object({ policyNumber: text, isKnown: z.boolean() }),
    seconds: 10,
    sameChange: byChangeId,
    strayField: echoOf("policyNumber"),
  }),
  issueBills: operation({
    summary: "Issues the bills of the client's products that begin within 30 days of `today`.",
    rules:
      "In order and each once, also for repeated and concurrent calls. While a bill is open, the next one is issued after its due date. An account system that issues its bills on its own replies 0. It may stop when the connection closes; a repetition continues.",
    request: z.object({ client: text, today: plainDate }),
    reply: z.object({ client: text, billsIssued: z.int().min(0) }),
    seconds: 600,
    sameChange: byChangeId,
    strayField: echoOf("client"),
  }),
}
