import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList, yesNo } from "../shapes.ts"
import { customerBody } from "./customer.ts"

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

/** A saved method, by what a person knows it by; of numbers nothing but the last four digits. */
export const paymentMethod = z.object({
  paymentRecordId: z.string(),
  /** Such as "VISA ending in 4242". */
  paymentMethodHeader: z.string(),
  cardHolderName: z.string(),
  billingMethodCode: z.string(),
  isCardExpired: yesNo,
  /** Said where an expired card is chosen; "" for all others. */
  cardExpMessage: z.string(),
  address,
  /** For cards; null for banks. */
  creditCard: z
    .object({
      paymentType: cardType,
      /** Masked. */
      cardNumber: z.string().regex(/^•* ?\d{0,4}$/),
      /** MM/YYYY */
      expirationDate: z.string(),
      creditCardSecurityCode: z.literal(""),
      accountNumberLast4Digit: z.string().max(4),
      financialInstitutionName: z.string(),
    })
    .nullable(),
  /** For banks; null for cards. */
  bankAccount: z
    .object({
      paymentType: z.enum(["Checking", "Savings"]),
      /** Always "": what is on file is masked. */
      originalRoutingNumber: z.literal(""),
      maskedRoutingNumber: z.string(),
      /** Masked. */
      accountNumber: z.string().regex(/^•* ?\d{0,4}$/),
      accountNumberLast4Digit: z.string().max(4),
      financialInstitutionName: z.string(),
    })
    .nullable(),
  managePaymentMethodOption: z.object({
    saveChanges: option,
    editPaymentMethod: option,
    deletePaymentMethod: option,
    /** `message` is asked before it is deleted: that auto pay ends, where it uses the method. */
    deletePaymentMethodConfirmation: option,
  }),
})
export type PaymentMethod = z.output<typeof paymentMethod>

const methodsReply = z.object({ paymentMethods: z.array(paymentMethod), messages: messageList })

/** Where a method is added: on the way to a payment it can be for that payment alone. */
const addPaymentMethodFrom = z.literal("paynow").optional()

export const paymentMethods = {
  "POST /myaccount-core/paymentMethods": endpoint({
    summary: "The saved payment methods, newest first",
    caller: "customer-or-staff",
    body: customerBody.extend({
      /** Also those that were added for one payment alone, on the way to it. */
      addPaymentMethodFrom,
    }),
    reply: methodsReply,
    errors: ["accountSystem.away"],
  }),
}
