import { personFields } from "#ports/policy-admin/person-fields.ts"
import { productFields } from "#ports/policy-admin/product-fields.ts"
import { samplesInFile } from "../load/declared-in-file.ts"
import { type BrandAnswers, slugOf } from "./answers.ts"

/** The password of the sample user, only for trials. */
export const samplePassword = "Anchor-2026"
/** The address of a new brand and of its people. */
export const samplePostalAddress = "1 Main Street, Dayton, OH 45402"
export const sampleUsername = "sample.person"

/** Two people for trying the brand: a user, and a person who can register. */
export function samplePeople({ words, name }: Pick<BrandAnswers, "words" | "name">): object[] {
  return [
    person(words, {
      ...{ accountNumber: "SAMPLE-1", policyNumber: "9000000001", firstName: "Alex" },
      paymentMethods: [
        {
          ...{ paymentRecordId: "SAMPLE-PM-1", kind: "card", cardType: "VS", lastFour: "4242" },
          ...{ expirationDate: "08/2031", holderName: "Alex Sample" },
          ...{ gateway: "sandbox", gatewayReference: `sample.visa.08-2031.${slugOf(name)}` },
        },
      ],
    }),
    person(words, {
      ...{ accountNumber: "SAMPLE-2", policyNumber: "9000000002", firstName: "Robin" },
      paymentMethods: [],
    }),
  ]
}

export function sampleUsers(): object[] {
  return [
    {
      ...{ username: sampleUsername, password: samplePassword, accountNumber: "SAMPLE-1" },
      ...{ securityQuestionId: "1", securityAnswer: "Sample School" },
    },
  ]
}

interface Sample {
  accountNumber: string
  policyNumber: string
  firstName: string
  paymentMethods: object[]
}

function person(words: BrandAnswers["words"], sample: Sample): object {
  const { accountNumber, policyNumber, firstName, paymentMethods } = sample
  const isInsuranceProduct = words === "insurance"
  return {
    accountNumber,
    ...samplesInFile(personFields),
    personNumber: `P-${accountNumber}`,
    firstName,
    lastName: "Sample",
    dateOfBirth: "1960-01-31",
    emailAddress: `${slugOf(firstName)}.sample@example.com`,
    phoneNumber: "5555550123",
    address: {
      ...{ addressLine1: "1 Main Street", cityName: "Dayton", stateCode: "OH", zipCode: "45402" },
    },
    paymentMethods,
    products: [
      {
        ...samplesInFile(productFields),
        policyNumber,
        productDesc: isInsuranceProduct ? "Term Life" : "Membership Plus",
        isInsuranceProduct,
        coverageEffectiveDate: "2024-01-01",
        benefitAmount: isInsuranceProduct ? "50000.00" : "120.00",
        annualPremium: isInsuranceProduct ? "312.00" : "120.00",
        billing: {
          frequencyCode: "M",
          frequencies: [
            { code: "M", label: "Monthly", amount: isInsuranceProduct ? "26.00" : "10.00" },
            { code: "A", label: "Annually", amount: isInsuranceProduct ? "312.00" : "120.00" },
          ],
          dueDate: "today+12d",
          amountDue: isInsuranceProduct ? "26.00" : "10.00",
        },
      },
    ],
  }
}
