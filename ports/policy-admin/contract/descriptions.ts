import { billFields } from "../bill-fields.ts"
import { descriptionsIn } from "../declared-field.ts"
import { personFields } from "../person-fields.ts"
import { productFields } from "../product-fields.ts"

const { productDesc, policyStatus, coverageEffectiveDate, annualPremium } = productFields

/**
 * The descriptions of all fields of the contract whose schema does not contain one, by place: a
 * schema or an operation and its field, or the field alone where it means the same in every place.
 */
export const descriptions: Readonly<Record<string, string>> = {
  client:
    "The code of the client, as in `client` of its client.json. Numbers are unique within it.",
  clients: "The codes of the clients to look in.",
  accountNumber:
    "The number of the person: at most 40 characters, in the spelling of your replies. In a request it may be unknown.",
  policyNumber:
    "The plan number of the product, ten digits. In a request it may be any text, and then names no product.",
  paymentId: "The id that My Account gave the payment, a UUID.",
  refundId: "The id that My Account gave the refund.",
  creditId: "The id that My Account gave the credit.",
  writeOffId: "The id that My Account gave the write-off.",
  reversalId: "The id that My Account gave the reversal.",
  today: "The business day of the client in its time zone, from which bills count as due.",
  minimum:
    "The least amount that a gateway charges, usually 0.50. Less is charged with the next bill.",
  frequencyCode: "The code of one of the `frequencies` of the product.",
  paymentMethodRecordId:
    "The id that My Account gave the payment method of auto pay; null for a product that is not on auto pay.",
  productDesc: productDesc.description,
  policyStatus: policyStatus.description,
  coverageEffectiveDate: coverageEffectiveDate.description,
  annualPremium: annualPremium.description,
  note: "Why it was done, and by which member of staff.",
  on: "The business day of the client on which staff did it.",

  "Account.person": "The person of the account.",
  "Person.accountNumber": "The number of the person, by which products and payments join them.",
  ...descriptionsIn("Person", personFields),
  "Person.emailAddress": "One address, or empty. Emails of My Account go there.",
  "Person.address": "The postal address.",
  "Person.isEmailSubscribed":
    "Whether the person gets transaction emails. Required emails go out all the same.",
  "Person.editBlocked.address": "The reason against a new address.",
  "Person.editBlocked.phoneNumber": "The reason against a new phone number.",
  "Person.editBlocked.email": "The reason against a new email address.",
  "Person.editBlocked.save": "The reason against any change.",
  "Contact.emailAddress": "One address, or empty.",
  "Contact.address": "The postal address.",
  "Address.addressLine1": "At most 30 characters.",
  "Address.addressLine2": "At most 30 characters; empty for none.",
  "Address.addressLine3": "At most 30 characters; empty for none.",
  "Address.cityName": "At most 30 characters.",
  "Address.stateCode": "Two capital letters of a state or territory, or AA, AE, AP.",
  "Address.zipCode": "Five digits, or nine with a dash.",
  "FoundPerson.client": "The client of the person.",
  "FoundPerson.person": "The person.",

  ...descriptionsIn("Policy", productFields),
  "Policy.billing": "How the product is paid, and what it owes.",
  "PolicyDetail.policy": "The product itself.",
  "PolicyDetail.additionalInsured": "The other people who are covered.",
  "PolicyDetail.additionalInsured.fullName": "The name, as customers read it.",
  "PolicyDetail.additionalInsured.relationship":
    "To the owner, as customers read it, such as Spouse.",
  "PolicyDetail.riders": "The riders of the product.",
  "Rider.policyNumber": "The number of the product that the rider belongs to.",
  "Rider.benefitAmount": "The benefit of the rider.",
  "Document.documentId": "Your id of the document; with `documentSource` it names the file.",
  "Document.documentTypeId": "Any code of yours; it selects no text.",
  "Document.documentName": "The name, as customers read it.",
  "Document.documentCreatedDate": "The day that is shown with the document.",
  "document.request.key": "The document, as the lists of the product name it.",
  "document.request.key.documentId": "Its `documentId`.",

  "Billing.paidThrough": "The last day that is paid; null to show none.",
  "Billing.showAmountBreakdown": "Whether premium, fee, adjustment and credit are shown apart.",
  "Billing.disclaimer": "HTML that is shown with the amounts; empty for none.",
  "OpenAmount.dueDate": "The due date of the bill.",
  ...descriptionsIn("OpenBill", billFields),
  "OpenBill.number":
    "Your number of the bill: a whole number above 0, unique in the product and never used again.",
  "OpenBill.periodFrom": "The first day of the period.",
  "OpenBill.dueDate": "The day on which the bill is due.",
  "NextCharge.premium": "The premiums of the charged bills.",
  "NextCharge.fee": "The fees of the charged bills.",
  "ComingBill.dueDate": "The day on which the bill is due.",
  "ChargeAfter.next": "The next charge; null if none is known.",
  "Posting.kind": "What was posted or taken back.",
  "AutoPayDue.accountNumber": "The number of the person who holds the product.",
  "AutoPayDue.paymentMethodRecordId": "The saved payment method that auto pay charges.",

  "Problem.type": "Always about:blank; `code` says which problem it is.",
  "Problem.title": "The problem in words, for the log.",
  "Problem.status": "The HTTP status of the reply.",
  "Problem.code": "The problem; see the responses of the operation.",

  "available.reply.isAvailable": "True. A server that is not available replies 503.",
  "person.reply.person": "The person; null if there is none with this number.",
  "personByPolicyNumber.reply.person": "The person who holds the product; null if there is none.",
  "find.request.key": "One number to look for.",
  "find.request.key.accountNumber": "A number of a person, in any spelling.",
  "find.reply.people": "The people that were found, each with the client.",
  "account.reply.account": "The person with all products; null if there is none.",
  "activeProducts.reply.products": "The products; null for an unknown person.",
  "product.reply.product": "The product; null if this person does not hold it.",
  "policy.reply.policy": "The product with its parts; null if this person does not hold it.",
  "document.reply.document": "The document; null if this person has none with this key.",
  "openBills.reply.bills": "The open bills, oldest first; empty for an unknown product.",
  "entries.reply.entries": "The entries, in the order of posting; empty for an unknown product.",
  "nextCharge.request.question": "The day and the limits of the question.",
  "nextCharge.request.question.dueDates":
    "The bills to charge, by their due dates; absent for all.",
  "nextCharge.reply.charge": "The charge; null if no further bill is known.",
  "comingBills.request.question": "The span of the question.",
  "comingBills.request.question.until": "The last due date to list.",
  "comingBills.reply.bills": "The bills, oldest first.",
  "comingBills.reply.isComplete": "Whether all bills until `until` are known.",
  "chargesAfter.request.question": "The day, the least amount and the choices of the question.",
  "chargesAfter.request.question.choices": "The ways of paying to compare.",
  "chargesAfter.request.question.underWay": "Numbers of bills that a payment under way pays.",
  "chargesAfter.reply.charges": "One for each choice, in their order.",
  "postings.request.from": "The first day to list.",
  "postings.request.to": "The last day to list.",
  "postings.reply.postings": "The postings.",
  "autoPayDue.request.after": "The last row of the page before; null for the first page.",
  "autoPayDue.request.limit": "The most rows of the reply, above 0.",
  "autoPayDue.reply.due": "The rows after `after`, at most `limit`.",

  "applyPayment.request.amount": "The amount of the payment.",
  "applyPayment.request.paidOn": "The business day of the client on which the payment was made.",
  "applyPayment.request.billNumbers":
    "The bills that the person agreed to pay, by their `number`; absent for the oldest open ones.",
  "returnPayment.request.returnedOn":
    "The business day of the client on which the bank took it back.",
  "refundPayment.request.amount": "The amount of the refund, at most what is left of the payment.",
  "refundPayment.request.refundedOn": "The business day of the client on which it was refunded.",
  "failRefund.request.amount": "The amount of the refund that failed.",
  "failRefund.request.failedOn": "The business day of the client on which it failed.",
  "postCredit.request.amount": "The amount of the credit.",
  "postCredit.reply.isPosted":
    "False for a product that is not this person's; nothing is posted then.",
  "writeOff.request.billNumber": "The `number` of the bill.",
  "writeOff.request.amount": "The most to write off.",
  "writeOff.reply.amount": "What was written off; 0.00 if nothing was.",
  "reverseCorrection.request.reverses":
    "The id of the credit, write-off or refund whose credit is taken back.",
  "reverseCorrection.reply.amount": "What was taken back; 0.00 if nothing was.",
  "changeContact.request.version": "The `contactVersion` that the change started from.",
  "changeContact.request.contact": "The contact data as they should be, all of them.",
  "changeContact.reply.isChanged":
    "False if the version is not the current one; nothing is written then.",
  "changeContact.reply.contactVersion": "The version of the new data, if you know it.",
  "setEmailSubscribed.request.isSubscribed": "Whether the person wants transaction emails.",
  "setEmailSubscribed.reply.isChanged": "Whether that changed the value.",
  "changeBilling.request.changedOn":
    "The business day of the client on which the customer changed it.",
  "changeBilling.request.seen": "How the product was paid when the customer chose.",
  "changeBilling.request.wanted": "How it should be paid.",
  "changeBilling.request.wanted.paymentMethodLabel":
    "The payment method in words, such as Visa ending in 4242; empty without auto pay.",
  "changeBilling.reply.result": "Whether the change was made.",
  "skipCharge.request.dueDates": "The due dates of the bills that auto pay should not charge.",
  "skipCharge.reply.isKnown": "False for an unknown product; nothing is skipped then.",
  "issueBills.reply.billsIssued": "How many bills this call issued, 0 or more.",
}
