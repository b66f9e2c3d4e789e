import { plainDigits } from "../digits.ts"

/**
 * Rules about payment methods that browser and server share. They do not use schemas, so that the
 * browser does not load a schema library. card-pattern.ts decides which card types a brand accepts;
 * the gateway checks numbers.
 */

export const cardTypes = [
  { code: "VS", name: "VISA" },
  { code: "MC", name: "MasterCard" },
  { code: "DS", name: "Discover" },
  { code: "AM", name: "Amex" },
] as const
export type CardType = (typeof cardTypes)[number]["code"]

/** "VISA" for "VS"; "" for an unknown code. */
export function cardTypeName(code: string): string {
  return cardTypes.find((type) => type.code === code)?.name ?? ""
}

/** The id of the entry "no auto pay" in lists of payment methods. */
export const noAutoPayRecordId = "00"
/** The billing method of a product, unless its payment method defines another one. */
export const defaultBillingMethodCode = "04"
/** The id of the entry "add a payment method" in lists of payment methods. */
export const addNewRecordId = "ADD_NEW_PAYMENT_METHOD"
export const addNewLabel = "Add new payment method"

export const addressLineMaxLength = 30
export const cityMaxLength = 30
export const cardHolderMaxLength = 30
export const zipMaxLength = 10
/**
 * The number of years, starting with the current one, that forms offer for the expiry of a card.
 */
export const expirationYears = 50

/** Removes every character that a zip code cannot contain, while the person types. */
export function filteredZip(typed: string): string {
  return plainDigits(typed)
    .replace(/[^\d-]/g, "")
    .slice(0, zipMaxLength)
}

/** The digits of a typed routing or account number, at most `most` of them. */
export function filteredDigits(typed: string, most: number): string {
  return plainDigits(typed).replace(/\D/g, "").slice(0, most)
}
export const routingNumberLength = 9
export const accountNumberMaxLength = 17

export const gatewayAwayText =
  "The service that stores cards and bank accounts did not answer, so nothing was saved. Please try again in a few minutes."
export const invalidCardText =
  "Error. We were unable to update this payment option. Please check your account or card information and try again or enter an alternate form of payment."
export const accountNumbersDifferText = "Your account numbers do not match."
export const routingNumbersDifferText = "Your routing numbers do not match."
/** Shown to customers who add a bank account. The audit log stores its wording. */
export function bankDebitText(clientName: string, clientPhoneNumber: string): string {
  return `By adding this account, you authorize ${clientName} to debit it ${debitTerms(clientPhoneNumber)}`
}
/**
 * Shown to customers whose next agreement authorizes a saved account again, named as `method`. The
 * audit log stores its wording.
 */
export function renewedDebitText(
  method: string,
  clientName: string,
  clientPhoneNumber: string,
): string {
  return `Your earlier authorization for ${method} has ended. By agreeing, you authorize ${clientName} again to debit it ${debitTerms(clientPhoneNumber)}`
}

function debitTerms(clientPhoneNumber: string): string {
  return `electronically for payments you make here and for auto pay you set up. To withdraw this authorization, delete the account here or call ${clientPhoneNumber}.`
}
