import assert from "node:assert/strict"
import { test } from "node:test"
import { emailInvalidText } from "#contracts/email-address-rules.ts"
import { phoneInvalidText } from "#contracts/profile/phone-rules.ts"
import type { Profile } from "#contracts/profile/profile.ts"
import { requiredText } from "#contracts/required-field.ts"
import { differences, draftOf, draftProblems, formReason, withFiled } from "./contact-draft.ts"

const open = { disable: "N", message: "" } as const
const profile: Profile = {
  userId: "maria_harbor",
  policyHolder: {
    firstName: "Maria",
    lastName: "Santos",
    dateOfBirth: "08/19/1955",
    emailAddress: "maria@example.com",
    personNumber: "1",
  },
  address: {
    addressLine1: "48 Lighthouse Road",
    addressLine2: "",
    addressLine3: "",
    cityName: "Bath",
    stateCode: "ME",
    zipCode: "04106",
  },
  phoneNumber: "2075550148",
  waitingEmail: "",
  securityQuestion: "",
  emailUnsubscribedStatus: "N",
  editOption: { addressEdit: open, phoneNumberEdit: open, emailEdit: open, save: open },
  contactVersion: "1",
}
const draft = draftOf(profile)

test("PROFILE-02 the contact form cannot be opened if it cannot be saved or all its parts are disabled", () => {
  const why = (message: string) => ({ disable: "Y" as const, message })
  const reasonOf = (closed: Partial<Profile["editOption"]>) =>
    formReason({ ...profile, editOption: { ...profile.editOption, ...closed } })
  assert.equal(reasonOf({}), "")
  assert.equal(reasonOf({ addressEdit: why("One."), phoneNumberEdit: why("Two.") }), "")
  assert.equal(
    reasonOf({ addressEdit: why("One."), phoneNumberEdit: why("Two."), emailEdit: why("One.") }),
    "One. Two.",
  )
  assert.equal(reasonOf({ save: why("Not now.") }), "Not now.")
})

function problems(change: Partial<typeof draft>, of = profile) {
  const found = Object.entries(draftProblems({ ...draft, ...change }, of))
  return Object.fromEntries(found.filter(([, text]) => text !== undefined))
}

test("PROFILE-03 the form contains the data on file, without errors", () => {
  assert.equal(draft.phoneNumber, "(207) 555-0148")
  assert.equal(draft.reenteredEmail, "maria@example.com")
  assert.deepEqual(problems({}), {})
})

test("PROFILE-03 each rule shows its error beside its field", () => {
  assert.deepEqual(
    problems({
      addressLine1: " ",
      cityName: "",
      stateCode: "",
      zipCode: "",
      emailAddress: "",
      reenteredEmail: "",
    }),
    {
      addressLine1: requiredText,
      cityName: requiredText,
      stateCode: requiredText,
      zipCode: requiredText,
      emailAddress: requiredText,
      reenteredEmail: requiredText,
    },
  )
  assert.deepEqual(
    problems({
      zipCode: "041",
      phoneNumber: "(207) 555",
      emailAddress: "maria@",
      reenteredEmail: "x@example.com",
    }),
    {
      zipCode: "Please enter a 5-digit or 9-digit zip code.",
      phoneNumber: phoneInvalidText,
      emailAddress: emailInvalidText,
      reenteredEmail: "The email addresses do not match.",
    },
  )
  assert.deepEqual(problems({ addressLine2: "", addressLine3: "", phoneNumber: "" }), {})
  const museum = "maria@city.museum"
  const loose = { zipCode: "041061234", emailAddress: museum, reenteredEmail: museum }
  assert.deepEqual(problems(loose), {})
})

test("PROFILE-02 a disabled part is not validated, with or without a message", () => {
  const closed = { disable: "Y", message: "" } as const
  const moved = {
    ...profile,
    editOption: { ...profile.editOption, addressEdit: closed, emailEdit: closed },
  }
  assert.deepEqual(problems({ zipCode: "", emailAddress: "", reenteredEmail: "" }, moved), {})
})

test("another session's changes are shown and accepted part by part", () => {
  const onFile = {
    ...profile,
    phoneNumber: "",
    address: { ...profile.address, addressLine2: "Rear house" },
  }
  const typed = { ...draft, emailAddress: "m@example.com", reenteredEmail: "m@example.com" }
  assert.deepEqual(
    differences(typed, onFile).map(({ label, lines }) => `${label}: ${lines.join(" / ")}`),
    [
      "Address: 48 Lighthouse Road / Rear house / Bath, ME 04106",
      "Phone Number: None",
      "Email: maria@example.com",
    ],
  )
  const taken = withFiled(withFiled(typed, "address", onFile), "email", onFile)
  assert.equal(taken.addressLine2, "Rear house")
  assert.equal(taken.reenteredEmail, "maria@example.com")
  assert.deepEqual(
    differences(taken, onFile).map(({ part }) => part),
    ["phoneNumber"],
  )
})
