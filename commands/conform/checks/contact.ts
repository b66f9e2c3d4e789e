import { type Check, expect, expectSame, NotApplicable, type Trial } from "../check.ts"
import { changeable, onPerson, tenfold } from "../people.ts"
import type { TestPerson } from "../people-file.ts"

const group = "Contact data"
const movesAndRestores = onPerson("changes the phone number and restores it")

/**
 * Returns the person's contact data, and restores them when the check ends if they differ by then.
 */
async function contactOf(trial: Trial, { client, accountNumber }: TestPerson) {
  const read = async () => {
    const person = await trial.policyAdmin.person(client, accountNumber)
    if (!person) throw new NotApplicable("the test person is not found")
    const { emailAddress, phoneNumber, address, contactVersion } = person
    return { person, contact: { emailAddress, phoneNumber, address }, version: contactVersion }
  }
  const { person, contact, version } = await read()
  if (Object.values(person.editBlocked).some(Boolean)) {
    throw new NotApplicable(
      "the account system accepts no changes of the person's contact data now",
    )
  }
  trial.undo(async () => {
    const now = await read()
    if (JSON.stringify(now.contact) === JSON.stringify(contact)) return
    const isRestored = await trial.policyAdmin.changeContact(
      client,
      accountNumber,
      now.version,
      contact,
    )
    if (!isRestored) throw new Error("the contact data were not restored")
  })
  return { person, contact, version, read }
}

/** A phone number that no one uses and that differs from the present one. */
const otherPhone = (now: string, n = 0) =>
  now === `207555010${n}` ? `207555020${n}` : `207555010${n}`

export const contact: Check[] = [
  {
    name: "writes contact data that every read shows, with a new version and nothing else",
    group,
    writes: movesAndRestores,
    async run(trial) {
      const [person] = changeable(trial)
      const { person: before, contact, version, read } = await contactOf(trial, person)
      const moved = { ...contact, phoneNumber: otherPhone(contact.phoneNumber) }
      const { client, accountNumber } = person
      const isMade = await trial.policyAdmin.changeContact(client, accountNumber, version, moved)
      expectSame(isMade, true, "a change from the current version is made")
      const after = await read()
      expect(after.version !== version, "another version than before", after.version)
      expectSame(
        after.person,
        { ...before, ...moved, contactVersion: after.version },
        "the new data and nothing else",
      )
      const account = await trial.policyAdmin.account(client, accountNumber)
      expectSame(account?.person, after.person, "the same person with the products")
    },
  },
  {
    name: "refuses a change from a version that is no longer current",
    group,
    writes: movesAndRestores,
    async run(trial) {
      const [person] = changeable(trial)
      const { client, accountNumber } = person
      const { contact, version, read } = await contactOf(trial, person)
      const moved = { ...contact, phoneNumber: otherPhone(contact.phoneNumber) }
      await trial.policyAdmin.changeContact(client, accountNumber, version, moved)
      const current = await read()
      for (const stale of [version, "", "no-such-version", `${current.version}x`]) {
        const late = { ...contact, phoneNumber: otherPhone(contact.phoneNumber, 1) }
        const isMade = await trial.policyAdmin.changeContact(client, accountNumber, stale, late)
        expectSame(isMade, false, "a change from a stale version is refused")
      }
      expectSame((await read()).person, current.person, "the contact data stay as they are")
    },
  },
  {
    name: "lets one of ten changes of the same version through",
    group,
    writes: movesAndRestores,
    async run(trial) {
      const [person] = changeable(trial)
      const { client, accountNumber } = person
      const { contact, version, read } = await contactOf(trial, person)
      const numbers = Array.from({ length: 10 }, (_, n) => otherPhone(contact.phoneNumber, n))
      const made = await tenfold((n) =>
        trial.policyAdmin.changeContact(client, accountNumber, version, {
          ...contact,
          phoneNumber: numbers[n] ?? "",
        }),
      )
      expectSame(made.filter(Boolean).length, 1, "one of ten changes is made")
      const after = await read()
      expectSame(
        after.contact.phoneNumber,
        numbers[made.indexOf(true)],
        "the change that was made is shown",
      )
    },
  },
  {
    name: "changes no contact data under another client or number",
    group,
    writes: onPerson("asks for changes of contact data that must be refused"),
    async run(trial) {
      const [person] = changeable(trial)
      const { contact, version, read } = await contactOf(trial, person)
      const moved = { ...contact, phoneNumber: otherPhone(contact.phoneNumber) }
      const before = await read()
      for (const [client, accountNumber] of [
        ["no-such-client", person.accountNumber],
        [person.client, "no-such-number"],
      ] as const) {
        const isMade = await trial.policyAdmin.changeContact(client, accountNumber, version, moved)
        expectSame(isMade, false, "no change under another client or number")
        const isChanged = await trial.policyAdmin.setEmailSubscribed(
          client,
          accountNumber,
          !before.person.isEmailSubscribed,
        )
        expectSame(isChanged, false, "no change of the subscription under another client or number")
      }
      expectSame((await read()).person, before.person, "the person stays as they are")
    },
  },
  {
    name: "turns emails off and on, and says whether that changed the value",
    group,
    writes: onPerson("changes whether a person gets emails, and restores it"),
    async run(trial) {
      const [{ client, accountNumber }] = changeable(trial)
      const { policyAdmin } = trial
      const before = await policyAdmin.person(client, accountNumber)
      if (!before) throw new NotApplicable("the test person is not found")
      const { isEmailSubscribed } = before
      trial.undo(() => policyAdmin.setEmailSubscribed(client, accountNumber, isEmailSubscribed))
      const set = (value: boolean) => policyAdmin.setEmailSubscribed(client, accountNumber, value)
      expectSame(await set(isEmailSubscribed), false, "the present value changes nothing")
      const answers = await tenfold(() => set(!isEmailSubscribed))
      expectSame(answers.filter(Boolean).length, 1, "one of ten equal changes changed the value")
      const after = await policyAdmin.person(client, accountNumber)
      expectSame(
        after,
        { ...before, isEmailSubscribed: !isEmailSubscribed },
        "the new value and nothing else",
      )
      expectSame(await set(isEmailSubscribed), true, "the change back changed the value")
      expectSame(await policyAdmin.person(client, accountNumber), before, "the person as before")
    },
  },
]
