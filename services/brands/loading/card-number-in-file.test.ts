import assert from "node:assert/strict"
import { test } from "node:test"
import { exampleFiles, type Files, writeFolder } from "#commands/load/example-folder.ts"
import type { Problem } from "#platform/files/problems.ts"
import { readFolder } from "./folder.ts"

const number = "4242424242424242"
const spaced = "4242 4242 4242 4242"
const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const person = () => exampleFiles()["clients/fund/people.json"]

/** Files of the folder that contain a card number, with their content. */
const places: [what: string, file: string, content: Files[string]][] = [
  ["a holder's name", "clients/fund/people.json", withMethod({ holderName: number })],
  ["a gateway's reference", "clients/fund/people.json", withMethod({ gatewayReference: spaced })],
  ["a name", "clients/fund/people.json", withPerson({ lastName: `Doe ${spaced}` })],
  [
    "an address line",
    "clients/fund/people.json",
    withPerson({ address: { addressLine1: spaced } }),
  ],
  ["an unknown field", "clients/fund/people.json", withPerson({ note: number })],
  ["the name of a field", "clients/fund/people.json", withPerson({ [number]: "x" })],
  ["a bare number", "clients/fund/people.json", `[{"card": ${number}}]`],
  ["escaped digits", "clients/fund/people.json", `["\\u0034${number.slice(1)}"]`],
  ["digits with dashes", "clients/fund/users.json", '["4242-4242-4242-4242"]'],
  ["full-width digits", "clients/fund/users.json", `["${fullWidth(number)}"]`],
  ["the brand", "clients/fund/client.json", { phoneNumber: spaced }],
  ["staff", "agents.json", [{ lastName: number }]],
  ["a managed text", "clients/fund/content/welcome.html", `<p>Card ${spaced}</p>`],
  ["a text with tags in between", "clients/fund/content/welcome.html", "4242<b>42424242</b>4242"],
  ["a text with spaces as entities", "shared/content/welcome.html", "4242&nbsp;4242&#32;4242 4242"],
  ["a text with entities", "clients/fund/content/welcome.html", `&#52;${number.slice(1)}`],
  ["a shared text", "shared/content/welcome.html", number],
  ["a style sheet", "clients/fund/assets/brand.css", `/* ${number} */`],
  ["a license", "clients/fund/assets/OFL.txt", spaced],
  ["text in a drawing", "clients/fund/assets/logo.svg", svg(`<text>${spaced}</text>`)],
  [
    "a name in a drawing",
    "clients/fund/assets/logo.svg",
    svg(`<g id="n${""}" data-x="${number}"/>`),
  ],
  ["the notes", "README.md", `Try ${spaced}.`],
]

for (const [what, file, content] of places) {
  test(`LOADER-02 a card number in ${what} is refused`, async () => {
    const [problem, ...others] = await problemsWith({ [file]: content })
    assert.deepEqual(others, [])
    assert.equal(problem?.file, file)
    assert.match(problem?.reason ?? "", /^holds a card number/)
  })
}

test("LOADER-02 a card number in the name of a file is refused and not repeated in the message", async () => {
  for (const file of [
    `clients/fund/documents/${number}.pdf`,
    `clients/fund/assets/${number}.png`,
    `${number}.txt`,
  ]) {
    const problems = await problemsWith({ [file]: "x" })
    assert.match(problems[0]?.reason ?? "", /^holds a card number/, file)
    assert.ok(!JSON.stringify(problems).includes(number))
  }
})

test("LOADER-02 the problem contains the line of the number", async () => {
  const text = `<p>One.</p>\n<p>Two.</p>\n<p>${spaced}</p>`
  const [problem] = await problemsWith({ "shared/content/welcome.html": text })
  assert.equal(problem?.line, 3)
})

test("LOADER-02 numbers that are not card numbers are accepted", async () => {
  const drawing = svg('<path d="M4242 4242 4242 4242l4242 4242 4242 4242"/>')
  const files = {
    "clients/fund/assets/logo.svg": drawing,
    "clients/fund/content/welcome.html":
      "<p>Call 1-800-555-0142, weekdays 8 to 8. Plan 4000000017.</p>",
    "clients/fund/people.json": withPerson({ personNumber: "4242424242424241" }),
  }
  assert.deepEqual(await problemsWith(files), [])
})

async function problemsWith(files: Files): Promise<Problem[]> {
  const folder = await writeFolder({ ...exampleFiles(), ...files })
  const problems: Problem[] = []
  await readFolder(folder.path, problems).finally(folder.remove)
  return problems
}

function withPerson(fields: object): object[] {
  return [{ ...person()[0], ...fields }]
}

function withMethod(fields: object): object[] {
  return withPerson({ paymentMethods: [{ ...person()[0]?.paymentMethods[0], ...fields }] })
}

function fullWidth(digits: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
}
