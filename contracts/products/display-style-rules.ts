/**
 * How a product is paid, as the style of its status. `carried`: the owed amount is too small to be
 * paid separately, so the next bill contains it. "": none of the others, such as a later bill.
 */
export const displayStyles = [
  "autopay",
  "pastdue",
  "duenow",
  "combinedbill",
  "nocosttoyou",
  "carried",
  "",
] as const
export type DisplayStyle = (typeof displayStyles)[number]

interface Styled {
  paymentStatusDisplayStyle: string
}

/**
 * The style of a product. A page that is older than the server may not have a new style, and treats
 * it as "".
 */
export function styleOf({ paymentStatusDisplayStyle }: Styled): DisplayStyle {
  return displayStyles.find((known) => known === paymentStatusDisplayStyle) ?? ""
}

interface Action {
  label: string
  disable: "Y" | "N"
  /** Why the action is disabled. */
  message: string
}

interface Payable extends Styled {
  paymentAction: { payNowLink: Action; changeAutoPayOrFrequency: Action }
}

export const onAutoPayText = "This product is on Auto Pay, so there is nothing for you to do."
export const pastDueText =
  "Please pay the past due amount first. Then you can change Auto Pay or frequency."

/** The action Pay Now of a product. Auto pay disables it. */
export function payNowOf(product: Payable): Action {
  const isDisabled = styleOf(product) === "autopay"
  return disabledIf(isDisabled, product.paymentAction.payNowLink, onAutoPayText)
}

/** The action that changes auto pay or frequency of a product. A past due amount disables it. */
export function changeOf(product: Payable): Action {
  const isDisabled = styleOf(product) === "pastdue"
  return disabledIf(isDisabled, product.paymentAction.changeAutoPayOrFrequency, pastDueText)
}

function disabledIf(isDisabled: boolean, action: Action, reason: string): Action {
  return isDisabled ? { ...action, disable: "Y", message: action.message || reason } : action
}
