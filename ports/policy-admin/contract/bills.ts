import { z } from "zod"
import { billFields } from "../bill-fields.ts"
import type {
  AutoPayDue,
  ChargeAfter,
  ComingBill,
  LedgerEntry,
  NextCharge,
  OpenBill,
  Posting,
} from "../port.ts"
import { accountNumber, money, plainDate, planNumber, shapeOf, text } from "./values.ts"

const billNumber = z.int().positive()
export const billNumbers = z.array(billNumber)
export const dates = z.array(plainDate)

export const openBill = z
  .object({
    number: billNumber,
    periodFrom: plainDate,
    periodTo: plainDate
      .nullable()
      .meta({ description: "The last day of the period; null if its length is unknown." }),
    dueDate: plainDate,
    premium: money.meta({ description: "The frequency's amount." }),
    fee: money.meta({ description: "The frequency's fee, while the product is on auto pay." }),
    adjustment: money.meta({
      description:
        "Positive raises the bill, negative lowers it: the opposite sign of Billing.adjustment.",
    }),
    credit: money.meta({ description: "Lowers the bill. Never negative." }),
    owed: money.meta({
      description:
        "premium + fee + adjustment - credit, less the entries with this billNumber. More than 0.00.",
    }),
    ...shapeOf(billFields),
    countedPayments: z.array(text).optional().meta({
      description:
        "Ids of payments of My Account that the parts count without an entry: the parts are what was left after them. Only for bills that the account system opened again with net amounts.",
    }),
  })
  .meta({ id: "OpenBill" }) satisfies z.ZodType<OpenBill>

export const nextCharge = z
  .object({
    date: plainDate.meta({
      description:
        "On auto pay the day of the charge, not before the question's `today`; otherwise the due date.",
    }),
    dueDates: dates.meta({ description: "Of the charged bills, oldest first." }),
    billNumbers: billNumbers.meta({ description: "Empty while the bill is not issued." }),
    amount: money.meta({ description: "premium + fee + adjustment - credit. More than 0.00." }),
    premium: money,
    fee: money,
    adjustment: money.meta({ description: "As in OpenBill: positive raises the charge." }),
    credit: money.meta({
      description: "Credits of the bills, and what is settled of them already. Never negative.",
    }),
    alreadyPaid: money.meta({ description: "The part of the credit that the person has paid." }),
  })
  .meta({ id: "NextCharge" }) satisfies z.ZodType<NextCharge>

export const comingBill = z
  .object({
    dueDate: plainDate,
    owed: money.meta({ description: "Less the money of the product that settles no bill yet." }),
    isIssued: z.boolean().meta({
      description: "False for a later bill, estimated at the present price and frequency.",
    }),
    isSkipped: z.boolean().meta({ description: "Auto pay does not charge it." }),
  })
  .meta({ id: "ComingBill" }) satisfies z.ZodType<ComingBill>

/** As `ChargeAfter` of the port, with null for an unknown next charge. */
export const chargeAfter = z
  .object({
    next: nextCharge.nullable(),
    openBills: z.array(openBill).meta({ description: "Oldest first." }),
    unapplied: money.meta({
      description:
        "Money that settles no bill yet, of payments and credits. The next bill uses it.",
    }),
    unappliedOwn: money.meta({
      description: "The part of `unapplied` that the person has paid; credits are not in it.",
    }),
  })
  .meta({ id: "ChargeAfter" }) satisfies z.ZodType<
  Omit<ChargeAfter, "next"> & { next: NextCharge | null }
>

export const ledgerEntry = z
  .object({
    kind: z
      .enum([
        "opening",
        "payment",
        "credit",
        "writeOff",
        "return",
        "refund",
        "correctionReversal",
        "application",
      ])
      .meta({
        description:
          "`opening`: money of before My Account was connected. `application`: a later bill uses money that settled none.",
      }),
    lot: text.meta({
      description:
        "The id of the payment, credit or write-off whose money moves. All entries of one lot add up to what is left of its money.",
    }),
    cause: text.meta({
      description:
        "The id of what moved the money now: the lot itself when it is posted, or the return (the payment's id), refund or reversal that takes it back, or the number of the bill that uses it.",
    }),
    billNumber: billNumber.nullable().meta({
      description: "The bill that it settles or opens; null for money that settles no bill yet.",
    }),
    amount: money.meta({
      description: "Positive settles the bill, negative opens it again.",
    }),
    on: plainDate.meta({ description: "The day that the request named." }),
    note: text.meta({
      description: "The note of a credit, write-off or reversal; otherwise empty.",
    }),
  })
  .meta({ id: "LedgerEntry" }) satisfies z.ZodType<LedgerEntry>

export const posting = z
  .object({
    kind: z.enum(["payment", "return", "refund", "credit", "writeOff", "correctionReversal"]),
    id: text.meta({
      description:
        "Of the payment, also for its return; otherwise of the refund, credit, write-off or reversal. A lost payment that people enter again by hand has its confirmation number as its id, or in a note.",
    }),
    amount: money.meta({
      description:
        "What was posted or taken back, positive in both cases. Negative only for a refund that failed.",
    }),
    on: plainDate.meta({ description: "The day that the request named, not that of its arrival." }),
  })
  .meta({ id: "Posting" }) satisfies z.ZodType<Posting>

export const autoPayDue = z
  .object({
    client: text,
    accountNumber,
    policyNumber: planNumber,
    productDesc: text,
    dueDate: plainDate.meta({ description: "Of the newest bill that is due." }),
    amount: money.meta({ description: "The sum of what the bills that are due owe." }),
    billNumbers: billNumbers.meta({ description: "Of the bills that are due, oldest first." }),
    dueDates: dates.meta({ description: "Of the same bills." }),
    paymentMethodRecordId: text,
  })
  .meta({ id: "AutoPayDue" }) satisfies z.ZodType<AutoPayDue>
