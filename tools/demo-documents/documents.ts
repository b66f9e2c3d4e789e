import { dollarsOf } from "#contracts/money.ts"
import type { PdfBlock } from "#platform/pdf/pdf.ts"
import { shownDate } from "#platform/text/dates.ts"
import {
  addressLines,
  closing,
  type DocumentData,
  factsOf,
  nameOf,
  opening,
  paragraph,
  shortFactsOf,
  table,
} from "./document-parts.ts"

/** The contents of a demo document, by its documentTypeId. */
export function blocksOf(document: DocumentData): PdfBlock[] {
  const write =
    writers[document.entry.documentTypeId] ?? letter(["Please keep this with your records."])
  return [...write(document), { note: "A sample document of the demo. It insures no one." }]
}

/** The subject, such as "Term Life · certificate 4000000017 · Maria Santos". */
export function subjectOf({ person, detail: { policy } }: DocumentData): string {
  const number = `${policy.isInsuranceProduct ? "certificate" : "plan"} ${policy.policyNumber}`
  return `${policy.productDesc} · ${number} · ${nameOf(person)}`
}

type Write = (document: DocumentData) => PdfBlock[]

const writers: Record<string, Write> = {
  "101": certificate,
  "104": application,
  "107": riderPages,
  "205": letter([
    "Welcome, and thank you for placing your trust in us. Your documents are ready in My Account, where you can also see what is due, pay, and change how you pay.",
    "Please check the facts below. If anything is not right, call us and we will correct it.",
  ]),
  "211": bill("Your next payment is coming up. There is nothing to do if you are on auto pay."),
  "214": bill(
    "We have not received your payment yet. Please pay soon, so that your coverage goes on without a gap. If you have paid in the last days, thank you: please disregard this letter.",
  ),
  "218": statement,
  "301": guide,
}

function certificate(document: DocumentData): PdfBlock[] {
  const { detail, clientName, phoneNumber } = document
  const insured = detail.additionalInsured.map((one) => [one.fullName, one.relationship])
  return [
    { heading: "Schedule" },
    factsOf(document),
    ...(insured.length > 0
      ? [
          { heading: "Who else is insured" },
          table("Additional insured", ["Name", "Relationship"], insured),
        ]
      : []),
    ...(detail.riders.length > 0 ? riderPages(document) : []),
    { heading: "What we agree to" },
    {
      paragraph: `${clientName} pays the benefits described in this document to the person named in the schedule, while it is in force and premiums are paid when they are due.`,
    },
    {
      list: [
        "You may return this document within 30 days of receiving it for a full refund.",
        "Coverage goes on for 28 days from an unpaid due date (grace period).",
        "Changes are valid once we have confirmed them in writing.",
      ],
    },
    { heading: "To file a claim" },
    { paragraph: `Call us at ${phoneNumber}. Please have the number above at hand.` },
  ]
}

function application(document: DocumentData): PdfBlock[] {
  const { person, entry } = document
  return [
    { heading: "About you" },
    {
      facts: [
        ["Name", nameOf(person)],
        ["Date of birth", shownDate(person.dateOfBirth)],
        ["Address", addressLines(person).join(", ")],
      ],
    },
    { heading: "What you applied for" },
    factsOf(document),
    { heading: "What you declared" },
    {
      list: [
        "What I have said is complete and true to the best of my knowledge.",
        "I have read the description of the product.",
        `Signed on ${shownDate(entry.documentCreatedDate)} by ${nameOf(person)}.`,
      ],
    },
  ]
}

function riderPages({ detail: { riders } }: DocumentData): PdfBlock[] {
  const rows = riders.map((rider) => [
    rider.productDesc,
    rider.policyStatus,
    shownDate(rider.coverageEffectiveDate),
    dollarsOf(rider.benefitAmount),
    dollarsOf(rider.annualPremium),
  ])
  return [
    { heading: "Riders" },
    {
      table: {
        caption: "What was added to this product",
        columns: [
          { label: "Rider", share: 2.4 },
          { label: "Status" },
          { label: "Effective", share: 1.2 },
          { label: "Benefit", align: "right", share: 1.3 },
          { label: "Premium a year", align: "right", share: 1.6 },
        ],
        rows,
      },
    },
  ]
}

function letter(paragraphs: string[]): Write {
  return (document) => [
    ...opening(document),
    ...paragraphs.map(paragraph),
    factsOf(document),
    closing(document),
  ]
}

function bill(text: string): Write {
  return (document) => {
    const { billing } = document.detail.policy
    const earlier = billing.earlierBills ?? []
    const owed = earlier.map(({ amountDue }) => amountDue)
    const amount = [billing.amountDue, billing.pastDueAmount, ...owed].reduce((a, b) => a + b)
    const due: (readonly [string, string])[] = [
      ["Amount due", dollarsOf(amount)],
      ["Payment due date", shownDate(earlier[0]?.dueDate ?? billing.dueDate)],
    ]
    const shown = due.filter(([, value]) => value !== "" && value !== dollarsOf(0))
    return [
      ...opening(document),
      paragraph(text),
      ...(shown.length > 0 ? [{ heading: "What is due" }, { facts: shown }] : []),
      { heading: "Your product" },
      shortFactsOf(document),
      closing(document),
    ]
  }
}

function statement(document: DocumentData): PdfBlock[] {
  const { billing } = document.detail.policy
  const frequency = billing.frequencies.find(({ code }) => code === billing.frequencyCode)
  const step = { M: 1, Q: 3, S: 6 }[billing.frequencyCode] ?? 12
  const until = Temporal.PlainDate.from(document.entry.documentCreatedDate).with({ day: 1 })
  const dates = Array.from({ length: 12 / step }, (_, index) =>
    until.subtract({ months: 12 - index * step }).toString(),
  )
  const amount = frequency?.amount ?? 0
  return [
    paragraph(
      `What was paid for this product in the twelve months before ${shownDate(until.toString())}.`,
    ),
    {
      table: {
        caption: "Payments",
        columns: [
          { label: "Date" },
          { label: "What for", share: 2 },
          { label: "Amount", align: "right" },
        ],
        rows: [
          ...dates.map((date) => [shownDate(date), frequency?.label ?? "", dollarsOf(amount)]),
          ["Total", "", dollarsOf(amount * dates.length)],
        ],
      },
    },
  ]
}

function guide({ clientName, phoneNumber }: DocumentData): PdfBlock[] {
  return [
    paragraph(`As a member of ${clientName} you are never on your own when you travel.`),
    { heading: "When you need us" },
    {
      list: [
        `Call ${phoneNumber}, at any hour and from anywhere.`,
        "Say your name and plan number. They are on your membership card.",
        "Tell us where you are. We arrange the rest and stay on the line as long as you wish.",
      ],
    },
    { heading: "What we arrange" },
    {
      list: [
        "Transport home, or to a hospital that is right for you",
        "A member of your family at your side",
        "Your medicines, when they were lost or have run out",
        "Your car, brought home",
      ],
    },
    { heading: "What to remember" },
    paragraph("We can only pay for what we have arranged. So call us first whenever you can."),
  ]
}
