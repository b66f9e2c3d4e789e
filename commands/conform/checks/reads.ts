import type { Policy } from "#ports/policy-admin/port.ts"
import { type Check, expect, expectSame } from "../check.ts"
import { keyOf, peopleOf, productsOf } from "../people.ts"

const group = "Reading"

export const reads: Check[] = [
  {
    name: "says that it is available",
    group,
    async run({ policyAdmin }) {
      expect(await policyAdmin.available(), "the account system is available", "it is not")
    },
  },
  {
    name: "finds each test person by account number",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const person = await trial.policyAdmin.person(client, accountNumber)
        expect(person !== undefined, "the test person is found", person)
        expectSame(person.accountNumber, accountNumber, "the person who was asked for")
        expect(person.contactVersion !== "", "a version of the contact data", "an empty one")
      }
    },
  },
  {
    name: "gives the same person with and without the products",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const account = await trial.policyAdmin.account(client, accountNumber)
        const person = await trial.policyAdmin.person(client, accountNumber)
        expectSame(account?.person, person, "the same person from both operations")
      }
    },
  },
  {
    name: "lists each named product once",
    group,
    async run(trial) {
      for (const { client, accountNumber, policyNumbers } of peopleOf(trial)) {
        const account = await trial.policyAdmin.account(client, accountNumber)
        const listed = (account?.products ?? []).map(({ policyNumber }) => policyNumber)
        expectSame(listed, [...new Set(listed)], "each plan number once")
        const missing = policyNumbers.filter((number) => !listed.includes(number))
        expect(missing.length === 0, "every plan number of the people file", { missing })
      }
    },
  },
  {
    name: "gives a product alone as in the list of products, and with its parts",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const account = await trial.policyAdmin.account(client, accountNumber)
        for (const product of account?.products ?? []) {
          const key = [client, accountNumber, product.policyNumber] as const
          const alone = await trial.policyAdmin.product(...key)
          expectSame(alone, product, "the same product alone and in the list")
          const detail = await trial.policyAdmin.policy(...key)
          expectSame(detail?.policy, product, "the same product with its parts and in the list")
        }
      }
    },
  },
  {
    name: "gives the active products, and the named one, in the same order",
    group,
    async run(trial) {
      for (const { client, accountNumber, policyNumbers } of peopleOf(trial)) {
        const account = await trial.policyAdmin.account(client, accountNumber)
        for (const number of ["no-such-plan", ...policyNumbers]) {
          const isAsked = (one: Policy) => one.active || one.policyNumber === number
          const active = await trial.policyAdmin.activeProducts(client, accountNumber, number)
          expectSame(active, account?.products.filter(isAsked), "the active products and the named")
        }
      }
    },
  },
  {
    name: "finds the person by each of their plan numbers",
    group,
    async run(trial) {
      for (const { client, accountNumber, policyNumber } of productsOf(peopleOf(trial))) {
        const person = await trial.policyAdmin.person(client, accountNumber)
        const found = await trial.policyAdmin.personByPolicyNumber(client, policyNumber)
        expectSame(found, person, "the person who holds the plan number")
      }
    },
  },
  {
    name: "searches by plan number and by account number, without regard to capitals and separators",
    group,
    async run(trial) {
      for (const { client, accountNumber, policyNumbers } of peopleOf(trial)) {
        const found = [{ client, person: await trial.policyAdmin.person(client, accountNumber) }]
        const written = [accountNumber, accountNumber.toLowerCase(), accountNumber.toUpperCase()]
        const keys = [
          ...[...written, accountNumber.split("").join("-")].map((accountNumber) => ({
            accountNumber,
          })),
          ...policyNumbers.map((policyNumber) => ({ policyNumber })),
        ]
        for (const key of keys) {
          const people = await trial.policyAdmin.find([client], key)
          expectSame(people, found, "the test person, once")
        }
      }
    },
  },
  {
    name: "searches several clients, each client's people together, and no client that was not named",
    group,
    async run(trial) {
      const clients = [...new Set(peopleOf(trial).map(({ client }) => client))]
      for (const { client, accountNumber } of trial.people) {
        for (const asked of [clients, clients.toReversed(), ["no-such-client", client]]) {
          const found = await trial.policyAdmin.find(asked, { accountNumber })
          const order = found.map((one) => one.client)
          const starts = order.filter((one, n) => one !== order[n - 1])
          expectSame(starts, [...new Set(order)], "the people of each client together")
          const own = found.filter((one) => one.client === client)
          expectSame(own.length, 1, "the test person, once")
        }
        const others = clients.filter((other) => other !== client)
        const elsewhere = await trial.policyAdmin.find(others, { accountNumber })
        const strange = elsewhere.filter((one) => !others.includes(one.client))
        expectSame(strange, [], "only people of the named clients")
      }
    },
  },
  {
    name: "knows a person by their oldest active product, else by the oldest, else by none",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const account = await trial.policyAdmin.account(client, accountNumber)
        const products = account?.products ?? []
        const active = products.filter((one) => one.active)
        const choice = active.length > 0 ? active : products
        const since = (one: Policy) => one.coverageEffectiveDate ?? "9999-12-31"
        const oldest = choice.map(since).sort()[0]
        const number = account?.person.policyNumber
        const known = choice.find((one) => one.policyNumber === number)
        const isRight = choice.length === 0 ? number === "" : known && since(known) === oldest
        expect(isRight ?? false, "the plan number of the oldest active product", number)
      }
    },
  },
  {
    name: "finds each listed document by its key, and none by a part of the key",
    group,
    async run(trial) {
      for (const product of productsOf(peopleOf(trial))) {
        const detail = await trial.policyAdmin.policy(...keyOf(product))
        const documents = [...(detail?.documents ?? []), ...(detail?.correspondences ?? [])]
        for (const entry of documents.slice(0, 5)) {
          const of = [product.client, product.accountNumber] as const
          expectSame(await trial.policyAdmin.document(...of, entry), entry, "the listed document")
          for (const part of ["documentId", "documentSource", "documentCategory"] as const) {
            const wrong = { ...entry, [part]: `${entry[part]}-other` }
            const found = await trial.policyAdmin.document(...of, wrong)
            expect(found === undefined, `no document under another ${part}`, found)
          }
        }
      }
    },
  },
  {
    name: "gives the same answer twice when nothing changed",
    group,
    async run(trial) {
      for (const { client, accountNumber } of peopleOf(trial)) {
        const [first, ...others] = await Promise.all(
          [1, 2, 3, 4].map(() => trial.policyAdmin.account(client, accountNumber)),
        )
        for (const other of others) expectSame(other, first, "the same answer to the same question")
      }
    },
  },
]
