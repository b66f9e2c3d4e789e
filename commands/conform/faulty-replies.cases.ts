import { asking, eachWith, type Fault, type Json, replying } from "./broken-server.mock.ts"

const productReads = ["account", "activeProducts", "product", "policy"] as const
/** Adds a cent to a decimal text. */
const oneMore = (money: string) => (Number(money) + 0.01).toFixed(2)

function setting(field: string, value: (now: Json) => Json) {
  return (reply: Json) => eachWith(reply, field, (of) => (of[field] = value(of[field])))
}

export const faultyReplies: Fault[] = [
  {
    name: "sends status 200 with an error in the body",
    foundBy: "knows no unknown person",
    answer: replying(["person"], (reply) =>
      reply.person === null ? { error: "not found" } : reply,
    ),
  },
  {
    name: "sends status 404 for an unknown person",
    foundBy: "knows no unknown person",
    async answer({ forward, name }) {
      const answer = await forward()
      const isNone = name === "person" && answer.text === '{"person":null}'
      return isNone ? { ...answer, status: 404 } : answer
    },
  },
  {
    name: "refuses with an HTML page",
    foundBy: "refuses a malformed request as invalid",
    async answer({ forward }) {
      const answer = await forward()
      return answer.status === 400
        ? { status: 400, type: "text/html", text: "<h1>Bad</h1>" }
        : answer
    },
  },
  {
    name: "refuses with a code that is not in the contract",
    foundBy: "says that an unknown operation is unknown, never that a person is",
    async answer({ forward }) {
      const answer = await forward()
      return { ...answer, text: answer.text.replace("unknownOperation", "notFound") }
    },
  },
  {
    name: "sends JSON as text/html",
    foundBy: "finds each test person by account number",
    async answer({ forward }) {
      const answer = await forward()
      return answer.status === 200 ? { ...answer, type: "text/html" } : answer
    },
  },
  {
    name: "sends money as a number",
    foundBy: "gives the same person with and without the products",
    answer: replying(productReads, setting("amountDue", Number)),
  },
  {
    name: "sends money with one decimal",
    foundBy: "owes on each bill its parts, less the entries that settle it",
    answer: replying(
      ["openBills"],
      setting("premium", (money: string) => money.slice(0, -1)),
    ),
  },
  {
    name: "sends dates with a time",
    foundBy: "finds each test person by account number",
    answer: replying(
      ["person"],
      setting("dateOfBirth", (date: string) => `${date}T00:00:00Z`),
    ),
  },
  {
    name: "ends the grace period with the days that are paid",
    foundBy: "ends a grace period after the days that are paid, and gives none without them",
    answer: replying(productReads, (reply) =>
      eachWith(reply, "graceUntil", (of) => (of.graceUntil = of.coveredUntil)),
    ),
  },
  {
    name: "gives a grace period without the days that are paid",
    foundBy: "ends a grace period after the days that are paid, and gives none without them",
    answer: replying(
      productReads,
      setting("coveredUntil", () => null),
    ),
  },
  {
    name: "sends a day that does not exist",
    foundBy: "gives the same person with and without the products",
    answer: replying(
      productReads,
      setting("dueDate", () => "2026-02-30"),
    ),
  },
  {
    name: "sends a yes or no as a text",
    foundBy: "finds each test person by account number",
    answer: replying(["person"], setting("isEmailSubscribed", String)),
  },
  {
    name: "sends null for an empty text",
    foundBy: "gives a product alone as in the list of products, and with its parts",
    answer: replying(
      ["policy"],
      setting("productFamily", () => null),
    ),
  },
  {
    name: "leaves a field out",
    foundBy: "finds each test person by account number",
    answer: replying(["person"], (reply) =>
      eachWith(reply, "phoneNumber", (of) => delete of.phoneNumber),
    ),
  },
  {
    name: "sends a negative amount",
    foundBy: "gives no negative amount where none can be",
    answer: replying(
      productReads,
      setting("benefitAmount", () => "-1.00"),
    ),
  },
  {
    name: "sends a phone number with separators",
    foundBy: "gives phone numbers as digits, and an email address with one @ or none",
    answer: replying(
      ["person", "account"],
      setting("phoneNumber", () => "(207) 555-0100"),
    ),
  },
  {
    name: "sends a date of birth a century in the future",
    foundBy: "gives dates of birth between 1900 and today",
    answer: replying(
      ["person", "account"],
      setting("dateOfBirth", (date: string) => `20${date.slice(2)}`),
    ),
  },
  {
    name: "owes a cent more on each bill than the sum of its parts",
    foundBy: "owes on each bill its parts, less the entries that settle it",
    answer: replying(["openBills", "chargesAfter"], setting("owed", oneMore)),
  },
  {
    name: "adds a cent to the sum of open amounts",
    foundBy: "lists with a product the same open amounts as its open bills",
    answer: replying(
      productReads,
      setting("openAmounts", (list: Json[]) =>
        list.map((one) => ({ ...one, owed: oneMore(one.owed) })),
      ),
    ),
  },
  {
    name: "returns an amount due that contradicts the bills",
    foundBy:
      "has an amount due, past due, adjustment and credit that make up what the open bills owe",
    answer: replying(productReads, setting("amountDue", oneMore)),
  },
  {
    name: "charges a cent more than the parts",
    foundBy: "charges next the sum of the parts, on a day that has not passed, for open bills",
    answer: replying(["nextCharge"], setting("amount", oneMore)),
  },
  {
    name: "reports the person's own payment of the next charge as a credit",
    foundBy: "names the money that a person has paid of the next charge as paid, not as a credit",
    answer: replying(
      ["nextCharge"],
      setting("alreadyPaid", () => "0.00"),
    ),
  },
  {
    name: "lists the newest bill first",
    foundBy: "lists open bills and skipped dates oldest first, documents and letters newest first",
    answer: replying(
      ["openBills"],
      setting("bills", (bills: Json[]) => bills.toReversed()),
    ),
  },
  {
    name: "lists the oldest document first",
    foundBy: "lists open bills and skipped dates oldest first, documents and letters newest first",
    answer: replying(
      ["policy"],
      setting("documents", (list: Json[]) => list.toReversed()),
    ),
  },
  {
    name: "quotes the first choice only",
    foundBy: "quotes the present way of paying as it is, and one answer for each choice",
    answer: replying(
      ["chargesAfter"],
      setting("charges", (list: Json[]) => list.slice(0, 1)),
    ),
  },
  {
    name: "begins every page of auto pay at the start",
    foundBy: "lists products that auto pay charges, page by page as all at once",
    answer: asking(["autoPayDue"], (asked) => ({ ...asked, after: null })),
  },
  {
    name: "charges no product on auto pay",
    foundBy: "lists each product on auto pay that has a bill to charge",
    answer: replying(
      ["autoPayDue"],
      setting("due", () => []),
    ),
  },
  {
    name: "ignores the minimum of a charge",
    foundBy: "charges bills whose sum is smaller than the minimum together with the next one",
    answer: asking(["nextCharge"], (asked) => ({
      ...asked,
      question: { ...asked.question, minimum: undefined },
    })),
  },
]
