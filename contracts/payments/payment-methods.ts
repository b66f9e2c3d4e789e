import { z } from "zod"
import { customerBody } from "#contracts/products/customer.ts"
import { isZip } from "#contracts/profile/contact-rules.ts"
import { emailMaxLength } from "../email-address-rules.ts"
import { endpoint } from "../endpoint.ts"
import { messageList, shownDate, yesNo } from "../shapes.ts"
import {
  addressLineMaxLength,
  cardHolderMaxLength,
  cityMaxLength,
  zipMaxLength,
} from "./payment-method-rules.ts"

const cardType = z.enum(["VS", "MC", "DS", "AM"])
const option = z.object({ disable: yesNo, message: z.string() })

const address = z.object({
  addressLine1: z.string(),
  addressLine2: z.string(),
  addressLine3: z.string(),
  cityName: z.string(),
  stateCode: z.string(),
  zipCode: z.string(),
})

/**
 * A saved method in terms that the person recognizes. Numbers are reduced to the last four digits.
 */
export const paymentMethod = z.object({
  paymentRecordId: z.string(),
  /** A header such as "VISA ending in 4242". */
  paymentMethodHeader: z.string(),
  cardHolderName: z.string(),
  billingMethodCode: z.string(),
  isCardExpired: yesNo,
  /** The message when an expired card is chosen; "" for all others. */
  cardExpMessage: z.string(),
  /** N: the customer must verify the bank account by small deposits before it can be charged. */
  isVerified: yesNo,
  /**
   * The page where the customer verifies it; "" for verified accounts, cards, and after a
   * failure.
   */
  verifyAt: z.string(),
  /** Why the account cannot be charged yet; "" for all others. */
  verifyMessage: z.string(),
  /** Y: the bank does not allow debits of the account now. */
  isBlocked: yesNo,
  /** Why it cannot be charged, and what helps; "" for all others. */
  blockedMessage: z.string(),
  /** Y: the customer's next agreement to a payment or auto pay also authorizes the account again. */
  isAuthorizationEnded: yesNo,
  /** Why they must authorize it again; "" for all others. */
  authorizationMessage: z.string(),
  address,
  /** The card; null for a bank account. */
  creditCard: z
    .object({
      paymentType: cardType,
      /** The masked number. */
      cardNumber: z.string().regex(/^•* ?\d{0,4}$/),
      /** MM/YYYY */
      expirationDate: z.string(),
      creditCardSecurityCode: z.literal(""),
      accountNumberLast4Digit: z.string().max(4),
      financialInstitutionName: z.string(),
    })
    .nullable(),
  /** The bank account; null for a card. */
  bankAccount: z
    .object({
      paymentType: z.enum(["Checking", "Savings"]),
      /** Always "", because the stored number is masked. */
      originalRoutingNumber: z.literal(""),
      maskedRoutingNumber: z.string(),
      /** The masked number. */
      accountNumber: z.string().regex(/^•* ?\d{0,4}$/),
      accountNumberLast4Digit: z.string().max(4),
      financialInstitutionName: z.string(),
    })
    .nullable(),
  managePaymentMethodOption: z.object({
    saveChanges: option,
    editPaymentMethod: option,
    deletePaymentMethod: option,
    /**
     * `message` is the question for the customer. It mentions auto pay if deleting the method ends
     * it.
     */
    deletePaymentMethodConfirmation: option,
  }),
})
export type PaymentMethod = z.output<typeof paymentMethod>

const methodsReply = z.object({ paymentMethods: z.array(paymentMethod), messages: messageList })

/**
 * Set if the customer adds the method while paying. Such a method can be used for only that
 * payment.
 */
const addPaymentMethodFrom = z.literal("paynow").optional()

const required = (length: number) =>
  z
    .string()
    .max(length)
    .refine((typed) => typed.trim() !== "")

const written = {
  username: z.string().max(200),
  cardHolderName: required(cardHolderMaxLength),
  addressLine1: required(addressLineMaxLength),
  addressLine2: z.string().max(addressLineMaxLength),
  addressLine3: z.string().max(addressLineMaxLength),
  city: required(cityMaxLength),
  state: z.string().regex(/^[A-Z]{2}$/),
  zipCode: required(zipMaxLength).refine(isZip),
  customerEmail: z.string().max(emailMaxLength).default(""),
  customerLoginIp: z.string().max(45).default(""),
  addPaymentMethodFrom,
  /** N: use the method only for one payment. */
  rememberPaymentMethod: yesNo.optional(),
}
const writtenOfCard = {
  ...written,
  isCreditCard: z.literal(true).default(true),
  isBankAccount: z.literal(false).default(false),
  cardType,
  methodType: z.literal("CreditCard"),
  /** The code goes to the gateway with the number, never to us. */
  creditCardSecurityCode: z.literal(""),
}
/** MM/YYYY */
const expirationDate = z.string().regex(/^(0[1-9]|1[0-2])\/2\d{3}$/)
const writtenOfBank = {
  ...written,
  isCreditCard: z.literal(false).default(false),
  isBankAccount: z.literal(true).default(true),
  isCheckingAccount: z.boolean(),
  isSavingAccount: z.boolean(),
  nameOnAccount: z.string().max(cardHolderMaxLength),
  /** Goes to the gateway with the account number, never to us. */
  originalRoutingNumber: z.literal(""),
  paymentType: z.enum(["C", "S"]),
  methodType: z.enum(["Checking", "Savings"]),
}

/**
 * The gateway's token for the number. The number itself is never sent to us. A token begins with a
 * letter, which distinguishes it from a number.
 */
const token = z
  .string()
  .max(200)
  .regex(/^[A-Za-z][\w.-]+$/)
/** The number of a saved method cannot be changed. */
const unchanged = z.literal("")

const addBody = z.discriminatedUnion("methodType", [
  z.object({
    ...writtenOfCard,
    cardNumber: token,
    /** "": the gateway's frame takes it. Pages of an earlier release send it. */
    expirationDate: expirationDate.or(z.literal("")),
  }),
  z.object({ ...writtenOfBank, accountNumber: token }),
])
const paymentRecordId = z.string().min(1).max(60)
const updateBody = z.discriminatedUnion("methodType", [
  z.object({ ...writtenOfCard, cardNumber: unchanged, expirationDate, paymentRecordId }),
  z.object({ ...writtenOfBank, accountNumber: unchanged, paymentRecordId }),
])
export type AddBody = z.output<typeof addBody>
export type UpdateBody = z.output<typeof updateBody>

export const paymentMethods = {
  "POST /myaccount-core/paymentMethods": endpoint({
    summary: "The saved payment methods, newest first",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: customerBody.extend({
      /** With "paynow", the list includes methods that were added only for this payment. */
      addPaymentMethodFrom,
    }),
    reply: methodsReply.extend({
      /** The client's business day, which decides whether a card has expired. */
      currentDate: shownDate,
    }),
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/paymentMethod/check": endpoint({
    summary: "Whether a card of this type can be added here with this token",
    role: "customer",
    body: z.object({ cardType, cardNumber: token }),
    reply: z.object({
      status: z.enum(["SUCCESS", "ERROR"]),
      statusMessage: z.string(),
      messages: messageList,
    }),
    errors: [],
  }),
  "POST /myaccount-core/paymentMethod": endpoint({
    summary: "Adds a method; `cardNumber` or `accountNumber` is the gateway's token",
    role: "customer",
    accountNumberIsBanks: true,
    rateLimit: { calls: 60, minutes: 10 },
    whenAway: "paymentMethod.notSaved",
    body: addBody,
    reply: methodsReply.extend({
      /**
       * The page of the customer's bank for the confirmation, for a frame; "" if the method is
       * saved. Nothing is saved before the customer has confirmed; the same call then returns the
       * result.
       */
      authenticateAt: z.string(),
    }),
    errors: [
      "paymentMethod.invalid",
      "paymentMethod.notAuthenticated",
      "paymentMethod.expired",
      "paymentMethod.tooMany",
      "paymentMethod.gatewayAway",
      "accountSystem.away",
    ],
  }),
  "PUT /myaccount-core/paymentMethod": endpoint({
    summary: "Changes a method; its kind and number stay",
    role: "customer",
    accountNumberIsBanks: true,
    rateLimit: { calls: 30, minutes: 10 },
    whenAway: "paymentMethod.notChanged",
    body: updateBody,
    reply: methodsReply,
    errors: [
      "paymentMethod.invalid",
      "paymentMethod.expired",
      "paymentMethod.gatewayAway",
      "paymentMethod.changeOnItsWay",
      "request.notFound",
      "accountSystem.away",
    ],
  }),
  "POST /myaccount-core/paymentMethod/delete": endpoint({
    summary: "Deletes a method; auto pay that uses it ends",
    role: "customer",
    whenAway: "paymentMethod.notDeleted",
    body: customerBody.extend({
      recordId: paymentRecordId,
      methodType: z.enum(["CreditCard", "Checking", "Savings"]),
      /** Y: the person has read that auto pay ends for products that use the method. */
      endAutoPay: yesNo.optional(),
    }),
    reply: methodsReply,
    errors: [
      "paymentMethod.onAutoPay",
      "paymentMethod.autoPayOnItsWay",
      "request.notFound",
      "accountSystem.away",
    ],
  }),
}
