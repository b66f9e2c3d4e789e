import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { z } from "zod"
import { isEmailAddressOfAnyEnding } from "#contracts/email-address-rules.ts"
import { endpoints } from "#contracts/endpoints.ts"
import { isNewPassword } from "#contracts/identity/password-rules.ts"
import { planNumberOf, planNumberProblem } from "#contracts/identity/plan-number-rules.ts"
import { isUsername } from "#contracts/identity/username-rules.ts"
import { addressLineMaxLength, cityMaxLength } from "#contracts/payments/payment-method-rules.ts"
import { contactProblems } from "#contracts/profile/contact-rules.ts"
import { isPhone } from "#contracts/profile/phone-rules.ts"
import {
  addressInFile,
  emailAddress,
  password,
  phoneNumber,
  planNumber,
  username,
} from "#services/brands/loading/shapes.ts"
import { statesOf } from "#services/brands/states.ts"

const contact = {
  addressLine1: "1 Harbor Road",
  addressLine2: "",
  addressLine3: "",
  cityName: "Portland",
  stateCode: "ME",
  zipCode: "04101",
}
const loaded = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
const { addressLine1, addressLine2, addressLine3, cityName, stateCode, zipCode } =
  addressInFile.shape

/** The body that the contact form sends. It limits the length of each field. */
const { body } = endpoints["PUT /myaccount-core/profile"]
const fitsBody = (field: keyof typeof contact, value: string) =>
  body !== undefined && loaded(body.shape[field], value)
const passesForm = (field: keyof typeof contact) => (value: string) =>
  fitsBody(field, value) &&
  contactProblems({ ...contact, phoneNumber: "", emailAddress: "a@b.co", [field]: value })[
    field
  ] === undefined

/** Fields that the files and a form share: their schema, the form's rule, and values. */
const fields: Record<
  string,
  { inFile: z.ZodType; inForm: (value: string) => boolean; values: string[] }
> = {
  "email address": {
    inFile: emailAddress,
    inForm: isEmailAddressOfAnyEnding,
    values: [
      ...["a@b.co", "first.last+tag@mail.example.com", "x@y.info", "o'neil@example.com"],
      ...["x@y.insurance", "x@y.c", "x@y", "x@@y.com", "@y.com", "a b@y.com", "ä@y.com", ""],
      ...["a..b@example.com", ".a@example.com", "=?a@example.com", `${"a".repeat(250)}@b.co`],
      ...[`${"a".repeat(249)}@b.co`, "a@b.co\n", "a\u200b@b.co", "a@[10.0.0.1]", "a@b_c.com"],
    ],
  },
  username: {
    inFile: username,
    inForm: isUsername,
    values: ["a", "a.b-c_d@e", "9a", ".a", "_a", "a b", "ä", "", "a".repeat(100), "a".repeat(101)],
  },
  password: {
    inFile: password,
    inForm: isNewPassword,
    values: [
      ...["Lantern-2027", "lantern-2027", "LANTERN-2027", "Lantern-abcd", "Lan-202", ""],
      ...[`Aa1${"x".repeat(197)}`, `Aa1${"x".repeat(198)}`, "Aa1 Aa1 Aa1", "Ää1ääääää"],
    ],
  },
  "phone number": {
    inFile: phoneNumber,
    inForm: (value) => /^\d*$/.test(value) && isPhone(value),
    values: ["2075550100", "", "207555010", "20755501000", "٢٠٧٥٥٥٠١٠٠", "abc"],
  },
  "plan number": {
    inFile: planNumber,
    inForm: (value) => planNumberProblem(value) === undefined && planNumberOf(value) === value,
    values: ["5000000001", "500000001", "50000000010", "", "500000000a", "٥٠٠٠٠٠٠٠٠١"],
  },
  "zip code": {
    inFile: zipCode,
    inForm: passesForm("zipCode"),
    values: ["04101", "04101-1234", "0410", "041011", "04101-12", "041011234", "", "O4101"],
  },
  "first address line": {
    inFile: addressLine1,
    inForm: passesForm("addressLine1"),
    values: lines(addressLineMaxLength),
  },
  "second address line": {
    inFile: addressLine2,
    inForm: passesForm("addressLine2"),
    values: lines(addressLineMaxLength),
  },
  "third address line": {
    inFile: addressLine3,
    inForm: passesForm("addressLine3"),
    values: lines(addressLineMaxLength),
  },
  city: { inFile: cityName, inForm: passesForm("cityName"), values: lines(cityMaxLength) },
  state: {
    inFile: stateCode,
    inForm: (value) => statesOf("19").some((state) => state.stateCode === value),
    values: [...statesOf("19").map((state) => state.stateCode), "ZZ", "me", "Maine", ""],
  },
}

describe("a folder and a form agree", () => {
  for (const [name, { inFile, inForm, values }] of Object.entries(fields)) {
    test(`on every ${name}`, () => {
      const answers = values.map((value) => inForm(value))
      assert.ok(answers.includes(true) && answers.includes(false), "some pass, and some do not")
      for (const [index, value] of values.entries()) {
        assert.equal(loaded(inFile, value), answers[index], JSON.stringify(value))
      }
    })
  }

  test("and a folder may not have the spaces that a form drops", () => {
    const values = { emailAddress: "a@b.co", zipCode: "04101", stateCode: "ME" }
    const schemas = { emailAddress, zipCode, stateCode }
    for (const [name, value] of Object.entries(values)) {
      const schema = schemas[name as keyof typeof schemas]
      for (const spaced of [` ${value}`, `${value} `, `${value}\u00a0`]) {
        assert.equal(loaded(schema, value), true)
        assert.equal(loaded(schema, spaced), false, JSON.stringify(spaced))
      }
    }
  })
})

function lines(most: number): string[] {
  return ["a", "x".repeat(most), "x".repeat(most + 1), "", "Ünter", "a\u0007b", "a\nb", "\ud800"]
}
