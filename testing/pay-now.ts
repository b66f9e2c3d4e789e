import { randomUUID } from "node:crypto"
import { centsOf } from "#contracts/money.ts"
import {
  authorizedAccount,
  authorizedProduct,
  payNowFacts,
} from "#contracts/payments/authorization-facts.ts"
import { authorizationText, authorizationVersion } from "#contracts/payments/authorization-rules.ts"
import type { Database } from "#database/open.ts"
import {
  insertMethod,
  type PaymentMethodRow,
  renewMethod,
} from "#services/payments/methods/payment-methods.store.ts"
import type { TestApp } from "./app.ts"
import { type Customer, customerOf } from "./customer.ts"

export interface SavedMethod {
  recordId: string
  client: string
  accountNumber: string
  /** A name from the sandbox's samples, such as `visa`, `poor` or `bank`. */
  sample: string
  /** MM/YYYY; "" for banks. */
  expirationDate?: string
  /** The address where the customer must verify a bank account first. */
  verifyAt?: string
  deposits?: PaymentMethodRow["deposits"]
  blockedReason?: PaymentMethodRow["blockedReason"]
  authorizationGone?: boolean
  /** False for a method that is used for only one payment. */
  remembered?: boolean
}

/** Saves a method that the sandbox accepts, as if the person had added it. */
export async function saveMethod(database: Database, method: SavedMethod): Promise<void> {
  const { recordId, client, accountNumber, sample } = method
  const { expirationDate = "08/2031", remembered = true, verifyAt = "", deposits = "" } = method
  const { blockedReason = "", authorizationGone = false } = method
  const isBank = sample.startsWith("bank")
  const expiry = isBank ? "" : `.${expirationDate.replace("/", "-")}`
  const row: PaymentMethodRow = {
    recordId,
    client,
    accountNumber,
    kind: isBank ? "bank" : "card",
    holderName: "A. Person",
    cardType: isBank ? "" : "VS",
    bankType: isBank ? "C" : "",
    lastFour: isBank ? "6789" : "4242",
    expirationDate: isBank ? "" : expirationDate,
    institution: isBank ? "Sandbox Bank" : "",
    maskedRoutingNumber: isBank ? "*****0000" : "",
    addressLine1: "12 Quay Street",
    addressLine2: "",
    addressLine3: "",
    cityName: "Portland",
    stateCode: "ME",
    zipCode: "04101",
    gateway: "sandbox",
    gatewayReference: `sample.${sample}${expiry}.${recordId}`,
    verifyAt,
    deposits,
    remembered,
  }
  await insertMethod(database, row, new Date())
  await renewMethod(database, row, { blockedReason, authorizationGone }, new Date())
}

/**
 * The body of a payment as the page sends it after it has read the amount due and the
 * authorization. Pays `part`, in dollars, or the whole amount due.
 */
export async function paymentBody(
  payer: Customer,
  policyNumber: string,
  recordId: string,
  part?: string,
) {
  const { browser, host, user, body: customer } = payer
  const { reply: data } = await browser.call(host, "POST /myaccount-core/payNow/data", {
    ...customer,
    policyNumber,
  })
  const [product] = data.activeProducts
  if (!product) throw new Error("The product cannot be paid.")
  const amount = part ?? product.amountDue
  const { reply: methods } = await browser.call(host, "POST /myaccount-core/paymentMethods", {
    ...customer,
    addPaymentMethodFrom: "paynow",
  })
  const method = methods.paymentMethods.find(({ paymentRecordId }) => paymentRecordId === recordId)
  const account = method ? authorizedAccount(method) : { institution: "", lastFour: "" }
  const title = "authorization pay now"
  const texts = await browser.call(host, "POST /appcontent/contents", { titles: [title] })
  const text = authorizationText("pay-now", texts.reply.items[0]?.content ?? "", {
    ...payNowFacts(authorizedProduct(product), account, centsOf(amount), data.authorizationReader),
    currentDate: data.currentDate,
  })
  return {
    ...customer,
    hostName: host,
    totalPaymentAmount: amount,
    paymentMethod: method?.paymentMethodHeader ?? "",
    productName: product.productDesc,
    paymentType: method?.creditCard ? "CREDITCARD" : "BANK",
    lastFourDigit: account.lastFour,
    authorizationVersion: await authorizationVersion(text ?? ""),
    paymentDetails: [
      {
        accountNumber: user.accountNumber,
        policyNumber,
        paymentAmount: amount,
        paymentMethodRecordId: recordId,
      },
    ],
  }
}

/** The answer to a request for a receipt. */
export async function receiptOf(
  { browser, host }: Pick<Customer, "browser" | "host">,
  confirmationNumber: string,
) {
  return await browser.call(host, "GET /myaccount-core/receipts/{confirmationNumber}", undefined, {
    params: { confirmationNumber },
  })
}

/**
 * Pays what a demo person owes for a product, with a new saved card. Returns the status of the
 * payment.
 *
 * Errors: an `Error` with the server's answer.
 */
export async function payFor(
  app: TestApp,
  username: string,
  client: string,
  policyNumber: string,
  sample = "visa",
) {
  const payer = await customerOf(app, username, client)
  const recordId = `PM-${randomUUID()}`
  const { accountNumber } = payer.user
  await saveMethod(app.database, { client, accountNumber, recordId, sample })
  const body = await paymentBody(payer, policyNumber, recordId)
  const paid = await payer.browser.call(payer.host, "POST /myaccount-core/payNow", body, {
    headers: { "idempotency-key": randomUUID() },
  })
  if (paid.status !== 200) throw new Error(`${username} could not pay: ${paid.text}`)
  return paid.reply
}
