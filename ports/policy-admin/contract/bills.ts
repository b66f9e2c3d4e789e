import { z } from "zod"
import type {
  AutoPayDue,
  ChargeAfter,
  ComingBill,
  LedgerEntry,
  NextCharge,
  OpenBill,
  Posting,
} from "../port.ts"
import { money, plainDate, text } from "./values.ts"

const billNumber = z.int().positive()
export const billNumbers = z.array(billNumber)
export const dates = z.array(plainDate)

export const openBill = z
  .object({
    number: billNumber,
    periodFrom: plainDate,
    periodTo: plainDate.nullable(),
    dueDate: plainDate,
    premium: money,
    fee: money.meta({ description: "Of auto pay." }),
    adjustment: money.meta({ description: "Positive raises the bill." }),
    credit: money.meta({ description: "Lowers the bill." }),
    owed: money.meta({ description: "The sum of the parts, without what is settled." }),
    coveredUntil: plainDate.nullable(),
  })
  .meta({ id: "OpenBill" }) satisfies z.ZodType<OpenBill>

export const nextCharge = z
  .object({
    date: plainDate,
    dueDates: dates,
    billNumbers: billNumbers.meta({ description: "Empty while the bill is not issued." }),
    amount: money.meta({ description: "Premium, fee and adjustment, less the credit." }),
    premium: money,
    fee: money,
    adjustment: money,
    credit: money,
    alreadyPaid: money.meta({ description: "The part of the credit that the person has paid." }),
  })
  .meta({ id: "NextCharge" }) satisfies z.ZodType<NextCharge>

export const comingBill = z
  .object({ dueDate: plainDate, owed: money, isIssued: z.boolean(), isSkipped: z.boolean() })
  .meta({ id: "ComingBill" }) satisfies z.ZodType<ComingBill>

/** As `ChargeAfter` of the port, with null for a next charge that is not known. */
export const chargeAfter = z
  .object({
    next: nextCharge.nullable(),
    openBills: z.array(openBill),
    unapplied: money,
    unappliedOwn: money,
  })
  .meta({ id: "ChargeAfter" }) satisfies z.ZodType<
  Omit<ChargeAfter, "next"> & { next: NextCharge | null }
>

export const ledgerEntry = z
  .object({
    kind: z.enum([
      "opening",
      "payment",
      "credit",
      "writeOff",
      "return",
      "refund",
      "correctionReversal",
      "application",
    ]),
    lot: text.meta({ description: "The payment or credit whose money it is." }),
    cause: text.meta({ description: "What caused the entry: its id, or that of a bill." }),
    billNumber: billNumber.nullable(),
    amount: money.meta({ description: "Negative when it opens the bill again." }),
    on: plainDate,
    note: text,
  })
  .meta({ id: "LedgerEntry" }) satisfies z.ZodType<LedgerEntry>

export const posting = z
  .object({
    kind: z.enum(["payment", "return", "refund", "credit", "writeOff", "correctionReversal"]),
    id: text,
    amount: money,
    on: plainDate,
  })
  .meta({ id: "Posting" }) satisfies z.ZodType<Posting>

export const autoPayDue = z
  .object({
    client: text,
    accountNumber: text,
    policyNumber: text,
    productDesc: text,
    dueDate: plainDate.meta({ description: "Of the newest bill that is due." }),
    amount: money,
    billNumbers,
    dueDates: dates,
    paymentMethodRecordId: text,
  })
  .meta({ id: "AutoPayDue" }) satisfies z.ZodType<AutoPayDue>
