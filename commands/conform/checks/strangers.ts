import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { type Check, expect, expectSame, NotApplicable, type Trial } from "../check.ts"
import { keyOf, peopleOf, productsOf, type TestProductKey } from "../people.ts"

const group = "Other people"

/** Numbers that no account system assigns, some of which exploit a careless statement. */
const unknownNumbers = ["no-such-number", "' or ''='", "%", "*", "../", "null", "0", "💶"]

const aDocument = { documentId: "%", documentSource: "%", documentCategory: "%" }

/** Every operation that reads a product, with its answer about an unknown one. */
function productReads(
  policyAdmin: PolicyAdmin,
  today: string,
): Record<string, [ask: (...key: TestProductKey) => Promise<unknown>, unknown: unknown]> {
  const question = { today, until: "2199-12-31" }
  const choices = [{ frequencyCode: "M", paymentMethodRecordId: null }]
  return {
    product: [policyAdmin.product, undefined],
    policy: [policyAdmin.policy, undefined],
    openBills: [policyAdmin.openBills, []],
    entries: [policyAdmin.entries, []],
    nextCharge: [(...key) => policyAdmin.nextCharge(...key, { today }), undefined],
    comingBills: [
      (...key) => policyAdmin.comingBills(...key, question),
      { bills: [], isComplete: false },
    ],
    chargesAfter: [
      (...key) => policyAdmin.chargesAfter(...key, { today, minimum: 50, choices }),
      [],
    ],
  }
}

async function expectUnknown({ policyAdmin, today }: Trial, key: TestProductKey): Promise<void> {
  const reads = Object.entries(productReads(policyAdmin, today))
  for (const [operation, [ask, unknown]] of reads) {
    expectSame(await ask(...key), unknown, `${operation} gives nothing about this product`)
  }
}

export const strangers: Check[] = [
  {
    name: "knows no unknown person",
    group,
    async run(trial) {
      const { policyAdmin } = trial
      const client = trial.people[0]?.client ?? "no-such-client"
      for (const number of unknownNumbers) {
        for (const found of [
          await policyAdmin.person(client, number),
          await policyAdmin.account(client, number),
          await policyAdmin.activeProducts(client, number, ""),
          await policyAdmin.personByPolicyNumber(client, number),
          await policyAdmin.document(client, number, aDocument),
        ]) {
          expect(found === undefined, "nothing about an unknown person", found)
        }
        expectSame(
          await policyAdmin.find([client], { accountNumber: number }),
          [],
          "no person is found",
        )
        expectSame(
          await policyAdmin.find([client], { policyNumber: number }),
          [],
          "no person is found",
        )
      }
    },
  },
  {
    name: "knows no unknown product",
    group,
    async run(trial) {
      const [person] = peopleOf(trial)
      for (const number of unknownNumbers) {
        await expectUnknown(trial, [person?.client ?? "", person?.accountNumber ?? "", number])
      }
    },
  },
  {
    name: "gives no product, bill or document of one person under the number of another",
    group,
    async run(trial) {
      const products = productsOf(peopleOf(trial))
      const pairs = trial.people.flatMap((person) =>
        products
          .filter(
            ({ client, accountNumber }) =>
              client === person.client && accountNumber !== person.accountNumber,
          )
          .map((product) => ({ person, product })),
      )
      if (pairs.length === 0)
        throw new NotApplicable(
          "the people file names no two people of one client with plan numbers",
        )
      for (const { person, product } of pairs) {
        await expectUnknown(trial, [person.client, person.accountNumber, product.policyNumber])
        const active = await trial.policyAdmin.activeProducts(
          person.client,
          person.accountNumber,
          product.policyNumber,
        )
        const foreign = active?.find((one) => one.policyNumber === product.policyNumber)
        expect(foreign === undefined, "only the person's own products", foreign)
        const detail = await trial.policyAdmin.policy(...keyOf(product))
        const own = await trial.policyAdmin.policy(
          person.client,
          person.accountNumber,
          person.policyNumbers[0] ?? "",
        )
        const ownKeys = [...(own?.documents ?? []), ...(own?.correspondences ?? [])].map(
          ({ documentId }) => documentId,
        )
        for (const entry of [
          ...(detail?.documents ?? []),
          ...(detail?.correspondences ?? []),
        ].slice(0, 3)) {
          if (ownKeys.includes(entry.documentId)) continue
          const found = await trial.policyAdmin.document(person.client, person.accountNumber, entry)
          expect(found === undefined, "no document of another person", found)
        }
      }
    },
  },
  {
    name: "knows nothing under an unknown client",
    group,
    async run(trial) {
      for (const { accountNumber, policyNumbers } of peopleOf(trial)) {
        for (const client of ["no-such-client", "%", "' or ''='"]) {
          const person = await trial.policyAdmin.person(client, accountNumber)
          expect(person === undefined, "nothing under an unknown client", person)
          const found = await trial.policyAdmin.find([client], { accountNumber })
          expectSame(found, [], "no person under an unknown client")
          const account = await trial.policyAdmin.account(client, accountNumber)
          expect(account === undefined, "no account under an unknown client", account)
          for (const number of policyNumbers)
            await expectUnknown(trial, [client, accountNumber, number])
        }
      }
    },
  },
  {
    name: "gives no person and product of one client under another",
    group,
    async run(trial) {
      const clients = new Set(peopleOf(trial).map(({ client }) => client))
      if (clients.size < 2)
        throw new NotApplicable("the people file names people of one client only")
      for (const { client, accountNumber, policyNumbers } of trial.people) {
        const own = await trial.policyAdmin.account(client, accountNumber)
        for (const other of [...clients].filter((one) => one !== client)) {
          // Another client may use the same numbers for other people.
          const found = await trial.policyAdmin.account(other, accountNumber)
          const isSame = found && isSamePerson(found.person, own?.person)
          expect(!isSame, "not the person of the other client", found?.person)
          for (const number of policyNumbers) {
            const product = await trial.policyAdmin.product(other, accountNumber, number)
            const isListed = found?.products.some((one) => one.policyNumber === number) ?? false
            expect(isListed === (product !== undefined), "no product of the other client", product)
            if (!isListed) await expectUnknown(trial, [other, accountNumber, number])
          }
        }
      }
    },
  },
]

interface Named {
  firstName: string
  lastName: string
  dateOfBirth: string
  emailAddress: string
}

function isSamePerson(one: Named, other: Named | undefined): boolean {
  const names = ({ firstName, lastName, dateOfBirth, emailAddress }: Named) =>
    JSON.stringify([firstName, lastName, dateOfBirth, emailAddress])
  return other !== undefined && names(one) === names(other)
}
