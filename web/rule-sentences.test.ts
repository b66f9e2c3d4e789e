import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { renderToStaticMarkup } from "react-dom/server"
import { emailInvalidText, isEmailAddress } from "#contracts/email-address-rules.ts"
import { endpoints } from "#contracts/endpoints.ts"
import { isPasscode } from "#contracts/identity/one-time-code-rules.ts"
import { isNewPassword, passwordRules } from "#contracts/identity/password-rules.ts"
import { planNumberLengthText, planNumberProblem } from "#contracts/identity/plan-number-rules.ts"
import { answerEmptyText, isSecurityAnswer } from "#contracts/identity/security-answer-rules.ts"
import { isUsername, usernameText } from "#contracts/identity/username-rules.ts"
import { messages } from "#contracts/messages.ts"
import { isZip, zipInvalidText } from "#contracts/profile/contact-rules.ts"
import { isPhone, phoneInvalidText } from "#contracts/profile/phone-rules.ts"
import { intake } from "#ports/payment-gateway/sandbox/tokens.ts"
import { promises } from "#web/brands/accessibility/texts.ts"
import { spokenTime, warningSeconds } from "#web/identity/session/idle-clock.ts"
import { codeIsSixDigits } from "./identity/codes/texts.ts"
import * as methodTexts from "./payments/methods/texts.ts"
import { readAmount } from "./staff/money/typed-amount.ts"
import * as staffTexts from "./staff/texts.ts"
import { tooLong } from "./ui/form/too-long.ts"

const root = join(import.meta.dirname, "..")
const profile = "PUT /myaccount-core/profile"
const bankAccount = {
  kind: "bank",
  account: "123456789",
  type: "checking",
  holder: "A. Person",
  address: { lines: ["1 Main Street"], city: "Portland", state: "ME", zip: "04101" },
}
const method = "POST /myaccount-core/paymentMethod"

interface Sentence {
  text: string
  holds: (typed: string) => boolean
  inside: string[]
  outside: string[]
}

/**
 * The sentences about input rules that the server applies, each with samples on both sides of its
 * limit.
 */
const sentences: Sentence[] = [
  ...passwordRules.map(({ text, isMet }, index) => ({
    text,
    holds: isMet,
    inside: [["Abcdef12", "Abc12🛡🛡🛡"], ["ABCDEFg1"], ["abcdefG1"], ["Abcdefg0"]][index] ?? [],
    outside:
      [["Abcde12", "Abc12🛡🛡"], ["ABCDEFG1", "ABCDÉé12"], ["abcdefg1"], ["Abcdefgh"]][index] ?? [],
  })),
  {
    text: messages["password.weak"].content,
    holds: isNewPassword,
    inside: ["Abcdef12"],
    outside: ["Abcde12", "ABCDEF12", "abcdef12", "Abcdefgh"],
  },
  {
    text: usernameText,
    holds: isUsername,
    inside: ["a", "0", "Z9", "a.-_@", "a".repeat(100)],
    outside: ["", ".a", "-a", "_a", "@a", "a b", "josé", "a+b", "a".repeat(101)],
  },
  {
    text: planNumberLengthText,
    holds: (typed) => planNumberProblem(typed) === undefined,
    inside: ["4000000017"],
    outside: ["400000001"],
  },
  {
    text: answerEmptyText,
    holds: isSecurityAnswer,
    inside: ["a", "7", "é", "李"],
    outside: ["", " ", "'", "-.!"],
  },
  {
    text: codeIsSixDigits,
    holds: isPasscode,
    inside: ["000000"],
    outside: ["00000", "0000000", "00000a"],
  },
  {
    text: zipInvalidText,
    holds: isZip,
    inside: ["04101", "04101-0001", "041010001"],
    outside: ["0410", "041010", "04101-000", "0410100011"],
  },
  {
    text: phoneInvalidText,
    holds: isPhone,
    inside: ["(207) 555-0123", "2000000000", ""],
    outside: ["207555012", "12075550123", "1075550123", "0075550123"],
  },
  {
    text: emailInvalidText,
    holds: isEmailAddress,
    inside: ["a@b.us", "a@b.info"],
    outside: ["a@b.c", "a@b.paris", "a@b", "@b.us", "a.us", "a@@b.us"],
  },
  {
    text: methodTexts.routingHint,
    holds: (routing) => intake.safeParse({ ...bankAccount, routing }).success,
    inside: ["011000015"],
    outside: ["01100001", "0110000150"],
  },
  {
    text: renderToStaticMarkup(staffTexts.amountBetween("$12.50")).replaceAll(/<[^>]*>/g, ""),
    holds: (typed) => readAmount(typed, "12.50").error === undefined,
    inside: ["0.01", "12.50", "$12.5"],
    outside: ["0", "0.00", "12.51", "-1"],
  },
]

for (const { text, holds, inside, outside } of sentences) {
  test(`the server applies the rule in “${text}”`, () => {
    assert.ok(inside.length > 0 && outside.length > 0)
    for (const typed of inside) assert.ok(holds(typed), `takes ${typed}`)
    for (const typed of outside) assert.ok(!holds(typed), `refuses ${typed}`)
  })
}

test("SESSION-04 the warning appears as early as the accessibility statement promises", () => {
  assert.ok(promises.some((promise) => promise.includes("warned two minutes before")))
  assert.equal(warningSeconds, 120)
  assert.equal(spokenTime(120), "2 minutes")
})

type Field = [call: keyof typeof endpoints, field: string]

/** For each form, the fields that have this `maxLength`, with their names in the calls. */
const lengths: Record<string, [maxLength: string, most: number, fields: Field[]][]> = {
  "identity/sign-in/sign-in-form.tsx": [
    ["usernameMaxLength", 100, [["POST /appauth/login", "username"]]],
    ["passwordMaxLength", 200, [["POST /appauth/login", "password"]]],
  ],
  "identity/registration/personal-info/personal-info.tsx": [
    ["emailMaxLength", 254, [["POST /appauth/registration/personalInfo", "email"]]],
  ],
  "identity/registration/sign-in-creds/sign-in-creds.tsx": [
    ["usernameMaxLength", 100, [["POST /appauth/registration", "username"]]],
  ],
  "identity/recovery/forgot-username/forgot-username.tsx": [
    ["emailMaxLength", 254, [["POST /appauth/forgotUsername", "emailAddress"]]],
  ],
  "identity/recovery/forgot-password/forgot-password.tsx": [
    ["usernameMaxLength", 100, [["POST /appauth/forgotPassword", "username"]]],
  ],
  "forms/answer-field.tsx": [
    [
      "securityAnswerMaxLength",
      100,
      [
        ["POST /appauth/registration", "securityAnswer"],
        ["POST /appauth/forgotPassword", "securityAnswer"],
        ["PUT /myaccount-core/profile/securityDetails", "securityAnswer"],
      ],
    ],
  ],
  "forms/name-fields.tsx": [
    [
      "nameMaxLength",
      100,
      (
        ["POST /appauth/registration/personalInfo", "POST /appauth/forgotUsername"] as const
      ).flatMap((call): Field[] => [
        [call, "firstName"],
        [call, "lastName"],
      ]),
    ],
  ],
  "forms/new-password.tsx": [
    [
      "passwordMaxLength",
      200,
      [
        ["POST /appauth/registration", "password"],
        ["POST /appauth/resetPassword", "password"],
        ["PUT /myaccount-core/profile/password", "password"],
        ["PUT /appauth/staff/password", "password"],
      ],
    ],
  ],
  "forms/plan-number-field.tsx": [
    [
      "60",
      60,
      [
        ["POST /appauth/registration/policyNumber", "planNumber"],
        ["POST /appauth/forgotUsername", "certificateNo"],
      ],
    ],
  ],
  "profile/credentials/password-dialog.tsx": [
    ["passwordMaxLength", 200, [["PUT /myaccount-core/profile/password", "currentPassword"]]],
  ],
  "profile/contact/contact-form.tsx": [
    [
      "addressLineMaxLength",
      30,
      ["addressLine1", "addressLine2", "addressLine3"].map((line): Field => [profile, line]),
    ],
    ["cityMaxLength", 30, [[profile, "cityName"]]],
    ["emailMaxLength", 254, [[profile, "emailAddress"]]],
  ],
  "payments/methods/form/address-fields.tsx": [
    [
      "addressLineMaxLength",
      30,
      ["addressLine1", "addressLine2", "addressLine3"].map((line): Field => [method, line]),
    ],
    ["cityMaxLength", 30, [[method, "city"]]],
  ],
  "payments/methods/form/bank-fields.tsx": [
    ["cardHolderMaxLength", 30, [[method, "nameOnAccount"]]],
  ],
  "payments/methods/form/card-fields.tsx": [
    ["cardHolderMaxLength", 30, [[method, "cardHolderName"]]],
  ],
  "staff/second-factor/second-factor.tsx": [["40", 40, [["POST /appauth/secondFactor", "code"]]]],
  "staff/search.tsx": [["100", 100, [["GET /myaccount-core/agent/clients", "value"]]]],
  "staff/customer-dialogs.tsx": [
    ["emailMaxLength", 254, [["PUT /myaccount-core/agent/email", "newEmail"]]],
  ],
  "staff/money/money-form.tsx": [
    [
      "200",
      200,
      [
        ["POST /myaccount-core/agent/refunds", "reason"],
        ["POST /myaccount-core/agent/corrections", "reason"],
        ["POST /myaccount-core/agent/reversals", "reason"],
      ],
    ],
  ],
}

/**
 * The schema of a field in a body or query. For a union, the field of its first member that has it.
 */
function schemaOf([key, field]: Field): { safeParse(value: unknown): { success: boolean } } {
  const { body, query } = endpoints[key] as { body?: unknown; query?: unknown }
  const found = shapesIn(body ?? query).find((shape) => field in shape)?.[field]
  assert.ok(found, `${key} has no ${field}`)
  return found
}

type Shape = Record<string, { safeParse(value: unknown): { success: boolean } }>

function shapesIn(schema: unknown): Shape[] {
  const { shape, options = [] } = schema as { shape?: Shape; options?: unknown[] }
  return shape ? [shape] : options.flatMap(shapesIn)
}

test("“Please use at most N characters.” appears where the server rejects one character more", () => {
  for (const [file, forms] of Object.entries(lengths)) {
    for (const [maxLength, most, fields] of forms) {
      // Both sides count an emoji as one character.
      const fits = "🛡".repeat(most)
      const long = `${fits}x`
      assert.equal(tooLong(fits, most), undefined)
      assert.equal(
        tooLong(long, most),
        `Please use at most ${most} characters. These are ${most + 1}.`,
      )
      for (const field of fields) {
        const place = `${file} ${maxLength} ${field.join(" ")}`
        assert.ok(schemaOf(field).safeParse(fits).success, `${place}: takes ${most}`)
        assert.ok(!schemaOf(field).safeParse(long).success, `${place}: refuses ${most + 1}`)
      }
    }
  }
})

test("the list above contains each form with a maximum length", () => {
  const files = globSync("web/**/*.tsx", { cwd: root }).filter((file) => !file.includes("/ui/"))
  const found = files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8")
    const names = source.matchAll(/maxLength(?:=\{|: )(\w+)/g)
    return [...new Set([...names].map(([, name]) => `${file.slice(4)} ${name}`))]
  })
  const listed = Object.entries(lengths).flatMap(([file, forms]) =>
    forms.map(([name]) => `${file} ${name}`),
  )
  assert.deepEqual(found.sort(), listed.sort())
})

const here = "web/rule-sentences.test.ts"
const cardInFrames =
  "e2e/payment-methods.spec.ts: METHODS-02 METHODS-03 METHODS-07 METHODS-11 a card"
const times = "services/identity/stated-times.db.test.ts: is accepted only within the stated time"
const signIn = "services/identity/sign-in"
const holds = "services/profile/new-email/email-holds.db.test.ts: or seven days pass"
const idle =
  "services/identity/sessions/sessions.db.test.ts: SESSION-04 a session ends after exactly 15 minutes"
const corrections = "services/payments/adjustments/corrections.db.test.ts"
const refunds = "services/payments/adjustments/refunds.db.test.ts"
const refundState =
  "services/payments/adjustments/refund-state.test.ts: REFUND-03 a bank debit can be refunded for 180 days"
const secondFactor = "services/staff/second-factor/second-factor.db.test.ts"
const staffLimits = "services/staff/limits/staff-limits.db.test.ts"

/**
 * Sentences whose rule needs a server, a clock or an amount, each with the test that checks both
 * sides.
 */
const elsewhere: Record<string, string> = {
  "brands/accessibility promises.5": `${here}: SESSION-04 the warning`,
  "identity/session loggedOutIdle": idle,
  "identity/session lostWhenIdle": idle,
  "identity/codes nextCodeIn": `${signIn}/sign-in.db.test.ts: LOGIN-05 another code can be sent after 60 seconds`,
  "identity/registration leastMinutes": times,
  "identity/session-transfer impersonateAgain": times,
  "identity/sign-in-link logInLinkWorksOnce": `${signIn}/guessing.db.test.ts: GUESS-04 a person gets one link in ten minutes`,
  "identity/sign-in-link registerLinkWorksOnce":
    "services/identity/registration/registration-refused.db.test.ts: GUESS-09 beyond ten codes",
  "payments/methods codeOnBack": cardInFrames,
  "payments/methods codeOnFront": cardInFrames,
  "payments/methods routingHint": `${here}: text: methodTexts.routingHint`,
  "profile linkWorksOnce": holds,
  "staff amountBetween": `${here}: text: staffTexts.amountBetween`,
  "staff/money correctionAtMost": `${corrections}: CORRECTION-07 the credits of 30 days`,
  "staff/money correctionNeedsApproval": `${corrections}: CORRECTION-07 a credit counts for 30 days`,
  "staff/money refundAtMost": `${refunds}: REFUND-03 a refund is never larger`,
  "staff/money refundNeedsApproval": `${refunds}: REFUND-04 refunds of exactly the limit`,
  "staff/money tooOldToRefund": refundState,
  "staff codeHint": `${secondFactor}: the code of a step is accepted once`,
  "staff enterSixDigits": `${secondFactor}: the code of a step is accepted once`,
  "agent.emailChanged": holds,
  "agent.resetSent": times,
  "agent.tooManyForCustomer": `${staffLimits}: LIMIT-13 refused tries`,
  "agent.tooManyToday": `${staffLimits}: LIMIT-09 a staff member can act 150 times`,
  "autoPay.skipTooLate":
    "services/payments/account/planned-charges.db.test.ts: a charge can be skipped exactly while",
  "correction.creditTooMuch": `${corrections}: CORRECTION-07 the credits of 30 days`,
  "correction.noCredit": `${corrections}: CORRECTION-07 a credit counts for 30 days`,
  "correction.tooMuch": `${corrections}: CORRECTION-02 a write-off cancels at most`,
  "forgotPassword.done": times,
  "forgotPassword.linkSent": `${signIn}/guessing.db.test.ts: GUESS-04 a person gets one link in ten minutes`,
  "ledger.period":
    "services/staff/ledger/ledger.db.test.ts: LEDGER-06 a period has one to 366 days",
  "refund.tooOld": refundState,
  "refund.tooMuch": `${refunds}: REFUND-03 a refund is never larger`,
  "registration.planNumber": "contracts/identity/plan-number-rules.test.ts: at least ten digits",
  "secondFactor.wrong": `${secondFactor}: the code of a step is accepted once`,
  "signIn.linkSent": `${signIn}/guessing.db.test.ts: GUESS-04 a person gets one link in ten minutes`,
}

/** Sentences that contain such words but do not state a rule. */
const noRules = ["products between", "payment.lessThanDue"]

const limits =
  /(?<!\w)(at least|at most|within|up to the|more than|exceeds?|between|begins with|needs a|works once|(\d+|\$?\{[^}]*\}|one|two|three|four|five|six|seven|eight|nine|ten|thirty)[ -](minutes?|hours?|days?|digits?|characters?|letters?|tries|seconds?)|the limit)\b/i

test("each sentence on a screen that states a limit has a test of both sides", async () => {
  const found: [name: string, text: string][] = []
  const add = (name: string, value: unknown): void => {
    if (typeof value === "object" && value !== null) {
      for (const [key, part] of Object.entries(value)) add(`${name}.${key}`, part)
    } else if (limits.test(String(value))) found.push([name, String(value)])
  }
  for (const file of globSync("web/**/*texts.ts", { cwd: root })) {
    const name = file.slice(4).replace(/\/?-?texts\.ts$/, "")
    for (const [key, value] of Object.entries(await import(join(root, file)))) {
      add(`${name} ${key}`, value)
    }
  }
  for (const [id, { content }] of Object.entries(messages)) add(id, content)
  assert.ok(found.length > 30)
  const tested = sentences.map(({ text }) => text)
  const open = found
    .filter(
      ([name, text]) => !tested.includes(text) && !(name in elsewhere) && !noRules.includes(name),
    )
    .map(([name, text]) => `${name}: ${text}`)
  assert.deepEqual(open, [], "test both sides of it, here or elsewhere")
  const names = found.map(([name]) => name)
  const gone = [...Object.keys(elsewhere), ...noRules].filter((name) => !names.includes(name))
  assert.deepEqual(gone, [], "these are on no screen any more")
  for (const [name, place] of Object.entries(elsewhere)) {
    const [file = "", ...title] = place.split(": ")
    assert.ok(
      readFileSync(join(root, file), "utf8").includes(title.join(": ")),
      `${name}: ${place}`,
    )
  }
})
