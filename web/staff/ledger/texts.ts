import type { ReactNode } from "react"
import { kept } from "#web/ui/text/translate.ts"

export const ledger = "Ledger"
export const client = "Client"
export const from = "From"
export const to = "To"
export const show = "Show Ledger"
export const loading = "Loading…"
export const clientsFailed = "The clients could not be loaded."
export const datesNeeded = "Please choose two dates."
export const datesReversed = "Please choose a last day that is not before the first day."
export const notCompared = "The payment gateway has not been compared with our payments yet."
export const comparedOn = (day: ReactNode) =>
  kept`The payment gateway was last compared with our payments on ${day}.`
export const nothing = "Nothing happened on these days."
export const byDay = "By day"
export const byProduct = "By product"
export const day = "Date"
export const product = "Product"
export const method = "Method"
export const methodNames = { card: "Card", bank: "Bank account" }
export const payments = "Payments"
export const refunds = "Refunds"
export const takenBack = "Taken back"
export const net = "Net"
export const settled = "Settled"
export const fees = "Fees"
export const total = "Total"
export const open = "On the way"
export const unsettled = (name: string, count: number) =>
  `Not settled at the end, ${name.toLowerCase()} (${count})`
export const unsettledAtStart = "Not settled at the start"
export const takenBackUnsettled = "Taken back without having settled"
export const notAccepted = "Settled, and not accepted here"
export const givenBack = "Given back by the payment gateway"
export const notPaidOutAtStart = "Not paid out at the start, less fees"
export const notPaidOut = "Not paid out at the end, less fees"
export const payouts = "Payouts to your bank"
export const noPayouts = "No payouts arrive on these days."
export const payout = "Payout"
export const arrives = "Arrives"
export const charges = "Charges"
export const statuses = { pending: "On its way", paid: "Paid", failed: "Failed" }
export const status = "Status"
export const differences = "Differences"
export const noDifferences = "None. The payment gateway, our payments and the account system agree."
export const noDifferencesYet =
  "Not known until the payment gateway has been compared with our payments."
export const difference = "Difference"
export const subject = "Payment or request"
export const ours = "We have"
export const theirs = "They have"
export const resolved = "resolved"
export const downloadCsv = "Download CSV"
export const downloadJson = "Download JSON"
export const downloading = "Downloading…"
export const downloadPayments = "Download the list of payments as CSV"

/** The names of the kinds in docs/run/daily.md that concern one client. */
export const differenceNames: Record<string, string> = {
  sums: "The sums of these days differ",
  amountCharged: "A different amount was charged",
  balance: "Refunds, returns or disputes differ",
  notRecorded: "Charged, but not recorded here",
  notAtGateway: "Settled here, but not charged there",
  notFinal: "No final result",
  notPosted: "Not posted in the account system",
  refused: "The account system refuses to post it",
  lateClosing: "A late event closed an account that has an active product",
  untold: "The customer could not be informed by email",
  notCharged: "A product was not charged",
  fraudWarning: "A card network suspects fraud: refund it now to avoid a dispute",
  posting: "The account system has something else",
  billPaid: "A paid bill is open in the account system",
  otherProduct: "A number on Auto Pay now belongs to another product",
  methodRequest: "A payment method request is open",
  notShown: "The account system does not show a change that it accepted",
  notBilled: "Past periods of a product have no bill",
}
export const credits = (count: number) => `Credits given (${count})`
export const writeOffs = (count: number) => `Written off (${count})`
export const reversals = (count: number) => `Reversals of credits and write-offs (${count})`
export const unsentChargeNotices =
  "Auto pay charges announced to customers without an email address"
export const withoutMoney = "Credits, write-offs and notices"
export const noMoneyMoves = "No money moves, so these are not part of any other total."
