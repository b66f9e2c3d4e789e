import { z } from "zod"
import {
  addressLineMaxLength,
  cityMaxLength,
  zipMaxLength,
} from "#contracts/payments/payment-method-rules.ts"
import { policyHolderBody } from "#contracts/products/customer.ts"
import { emailMaxLength } from "../email-address-rules.ts"
import { endpoint } from "../endpoint.ts"
import { usernameMaxLength } from "../identity/credential-lengths.ts"
import { hostName, messageList, shownDate, yesNo } from "../shapes.ts"

/** `message` is the reason if the option is disabled, otherwise "". */
const option = z.object({ disable: yesNo, message: z.string() })

const profileFields = z.object({
  userId: z.string(),
  policyHolder: z.object({
    firstName: z.string(),
    lastName: z.string(),
    /** "" for staff, who must not identify callers with data that the account shows. */
    dateOfBirth: shownDate,
    emailAddress: z.string(),
    personNumber: z.string(),
  }),
  address: z.object({
    addressLine1: z.string(),
    addressLine2: z.string(),
    addressLine3: z.string(),
    cityName: z.string(),
    stateCode: z.string(),
    zipCode: z.string(),
  }),
  /** Only digits; "" if there is no number. */
  phoneNumber: z.string(),
  /** "" for staff. */
  securityQuestion: z.string(),
  /** A new email address that waits for its code; "" if there is none. */
  waitingEmail: z.string(),
  emailUnsubscribedStatus: yesNo,
  editOption: z.object({
    addressEdit: option,
    phoneNumberEdit: option,
    emailEdit: option,
    save: option,
  }),
  /** Sent back with a change. The change is refused if the data have changed since then. */
  contactVersion: z.string(),
})
export type Profile = z.output<typeof profileFields>

/** One line without control characters. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((typed) => typed.isWellFormed() && !/\p{Cc}/u.test(typed))

const profileReply = z.object({ profile: profileFields, messages: messageList })

export const profile = {
  "POST /myaccount-core/profile": endpoint({
    summary: "The customer's name and contact data, and the parts that they can change now",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: policyHolderBody,
    reply: profileReply,
    errors: ["request.notFound", "accountSystem.away"],
  }),
  "PUT /myaccount-core/profile": endpoint({
    summary:
      "Changes the contact data; a customer's new email address takes effect with the code sent to it",
    role: "customer-or-staff",
    body: z.object({
      addressLine1: line(addressLineMaxLength),
      addressLine2: line(addressLineMaxLength),
      addressLine3: line(addressLineMaxLength),
      cityName: line(cityMaxLength),
      stateCode: line(2),
      zipCode: line(zipMaxLength),
      emailAddress: line(emailMaxLength),
      /** Only digits. */
      phoneNumber: z.string().regex(/^\d{0,20}$/),
      personNumber: z.string().max(40),
      username: z.string().max(usernameMaxLength),
      hostName,
      clientLoginIp: z.string().max(45),
      /** The version that the form showed; by default the one on file. */
      contactVersion: z.string().max(200).optional(),
    }),
    reply: profileReply,
    proof: "recent-for-email",
    errors: [
      "proof.required",
      "profile.changedMeanwhile",
      "profile.blocked",
      "profile.required",
      "profile.state",
      "profile.zip",
      "profile.phone",
      "email.invalid",
      "agent.tooMany",
      "agent.tooManyForCustomer",
      "agent.tooManyToday",
      "request.notFound",
      "accountSystem.away",
    ],
    rateLimit: { calls: 60, minutes: 10 },
  }),
}
