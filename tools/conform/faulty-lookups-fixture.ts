import { asking, type Fault, replying } from "./broken-server-fixture.ts"

const productReads = ["account", "activeProducts", "product", "policy"]
const billReads = [
  ...productReads,
  "openBills",
  "entries",
  "nextCharge",
  "comingBills",
  "chargesAfter",
]

/** Faults that show data of other people, or miss people. */
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
    name: "gives the people of one client to another",
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
    name: "searches account numbers with regard to capitals",
    foundBy:
      "searches by plan number and by account number, without regard to capitals and separators",
    answer: replying(["find"], (reply, { key }) =>
      key.accountNumber === "a1" ? { people: [] } : reply,
    ),
  },
  {
    name: "gives the first person for an unknown number",
    foundBy: "knows no unknown person",
    answer: asking(["personByPolicyNumber"], (asked) =>
      asked.policyNumber === "no-such-number"
        ? { ...asked, policyNumber: "7000000009", client: "first-client" }
        : asked,
    ),
  },
]
