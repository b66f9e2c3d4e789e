import type { StoredAccount, StoredProduct } from "../../examples/shared/store.ts"
import { type Books, billOf } from "./books.ts"

export const client = "harbor"
/** Account numbers of demo people with a registration. */
export const james = "HM2073350"
export const maria = "HM2041187"
/** A product of James. */
export const termLife = "4003120956"
/** A product of Maria. */
export const wholeLife = "4001884417"
export const dental = "0001884425"

/** The record id of a person's card or bank account. */
export const cardOf = (accountNumber: string) => `card-${accountNumber}`
export const bankOf = (accountNumber: string) => `bank-${accountNumber}`

export function fillBooks(books: Books): void {
  books.open(
    client,
    accountOf(james, "James", "Okafor", [productOf(termLife, "Term Life", "2026-03-10", 6_480)]),
  )
  books.open(
    client,
    accountOf(maria, "Maria", "Santos", [
      productOf(wholeLife, "Whole Life", "2026-03-12", 4_200),
      productOf(dental, "Dental", "2026-03-20", 2_500),
    ]),
  )
}

function accountOf(
  accountNumber: string,
  firstName: string,
  lastName: string,
  products: StoredProduct[],
): StoredAccount {
  const person = {
    accountNumber,
    personNumber: `P-${accountNumber}`,
    ...{ firstName, lastName, dateOfBirth: "1955-08-19", contactVersion: "1" },
    emailAddress: `${firstName}.${lastName}@example.com`.toLowerCase(),
    ...{ phoneNumber: "2075550148", isEmailSubscribed: true },
    address: {
      ...{ addressLine1: "12 Quay Street", addressLine2: "", addressLine3: "" },
      ...{ cityName: "Portland", stateCode: "ME", zipCode: "04101" },
    },
  }
  return { person, products }
}

/** A product with one open bill. Cents. */
function productOf(
  policyNumber: string,
  productDesc: string,
  dueDate: string,
  premium: number,
): StoredProduct {
  return {
    ...{ policyNumber, productDesc, status: "Active", coverageType: "Individual" },
    ...{
      coverageEffectiveDate: "2019-05-01",
      benefitAmount: 2_500_000,
      annualPremium: 12 * premium,
    },
    ...{ paymentMethodRecordId: null, paymentMethodLabel: "" },
    ...{ skippedDueDates: [], bills: [billOf(1, dueDate, premium)], documents: [] },
  }
}
