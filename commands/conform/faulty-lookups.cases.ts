import { asking, eachWith, type Fault, type Json, replying } from "./broken-server.mock.ts"

const productReads = ["account", "activeProducts", "product", "policy"]
const billReads = [
  ...productReads,
  "openBills",
  "entries",
  "nextCharge",
  "comingBills",
  "chargesAfter",
]

/** Faults that show data of other people, or do not find people. */
export const faultyLookups: Fault[] = [
  {
    name: "looks products up without their person",
    foundBy: "gives no product, bill or document of one person under the number of another",
    async answer({ name, asked, forward }) {
      const isMeant =
        (billReads as readonly string[]).includes(name) && asked?.policyNumber === "7000000009"
      return await forward(isMeant ? { asked: { ...asked, accountNumber: "A1" } } : {})
    },
  },
  {
    name: "looks documents up without their person",
    foundBy: "gives no product, bill or document of one person under the number of another",
    answer: asking(["document"], (asked) => ({ ...asked, accountNumber: "A1" })),
  },
  {
    name: "looks people up without their client",
    foundBy: "knows nothing under an unknown client",
    answer: asking(["person", "account", "product"], (asked) => ({
      ...asked,
      client: asked.client === "second-client" ? asked.client : "first-client",
    })),
  },
  {
    name: "returns the people of one client to another",
    foundBy: "gives no person and product of one client under another",
    answer: asking(["person", "account"], (asked) =>
      asked.accountNumber === "A3" ? { ...asked, client: "first-client" } : asked,
    ),
  },
  {
    name: "searches all clients",
    foundBy:
      "searches several clients, each client's people together, and no client that was not named",
    answer: asking(["find"], (asked) => ({ ...asked, clients: ["first-client", "second-client"] })),
  },
  {
    name: "searches account numbers case-sensitively",
    foundBy:
      "searches by plan number and by account number, without regard to capitals and separators",
    answer: replying(["find"], (reply, { key }) =>
      key.accountNumber === "a1" ? { people: [] } : reply,
    ),
  },
  {
    name: "returns the first person for an unknown number",
    foundBy: "knows no unknown person",
    answer: asking(["personByPolicyNumber"], (asked) =>
      asked.policyNumber === "no-such-number"
        ? { ...asked, policyNumber: "7000000009", client: "first-client" }
        : asked,
    ),
  },
  {
    name: "lists the open bills of another product",
    foundBy: "lists with a product the same open amounts as its open bills",
    answer: asking(["openBills"], toOther),
  },
  {
    name: "lists the coming bills of another product",
    foundBy: "lists as coming what the open bills owe",
    answer: asking(["comingBills"], toOther),
  },
  {
    name: "returns plan numbers in lists without leading zeros",
    foundBy: "writes every plan number with ten digits, also those that begin with zeros",
    answer: replying(["account", "activeProducts"], shortened),
  },
  {
    name: "returns plan numbers of auto pay without leading zeros",
    foundBy: "writes every plan number with ten digits, also those that begin with zeros",
    answer: replying(["autoPayDue"], shortened),
  },
  {
    name: "lists another account's product for auto pay",
    foundBy: "lists for auto pay the products of the account that it names, with their method",
    answer: replying(["autoPayDue"], (reply) =>
      eachWith(reply, "accountNumber", (of) => (of.accountNumber = "A3")),
    ),
  },
  {
    name: "lists a payment by check among the postings",
    foundBy: "lists among the postings payments of My Account only, each once",
    answer: replying(["postings"], (reply, { to }) => {
      reply.postings.push({ kind: "payment", id: "CHECK-1042", amount: "64.80", on: to })
    }),
  },
  {
    name: "lists a posting twice",
    foundBy: "lists among the postings payments of My Account only, each once",
    answer: replying(["postings"], (reply) => {
      reply.postings.push(...reply.postings)
    }),
  },
]

/** Changes the request to another product of the person. */
function toOther(asked: Json): Json {
  return {
    ...asked,
    policyNumber: asked.policyNumber === "7000000088" ? "7000000044" : "7000000088",
  }
}

/** Shortens plan numbers, like a system that stores numbers without leading zeros. */
function shortened(reply: Json): void {
  eachWith(reply, "policyNumber", (of) => (of.policyNumber = of.policyNumber.slice(1)))
}
