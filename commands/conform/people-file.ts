import { readFile } from "node:fs/promises"
import { z } from "zod"

const text = z.string("is not a text").min(1, "is empty").max(100, "has more than 100 characters")

const testPerson = z.strictObject({
  client: text,
  accountNumber: text,
  policyNumbers: z.array(text, "is not a list of plan numbers").default([]),
  mayChange: z.boolean("is neither true nor false").default(false),
})

const peopleFile = z.strictObject({
  people: z.array(testPerson, "is not a list of people").min(1, "names no person"),
})

/** A person whose data the suite may read and, with `mayChange` and `--write`, change. */
export type TestPerson = z.output<typeof testPerson>

/**
 * The test people in an operator's file.
 *
 * Errors: an `Error` with one line that names the file, the place in it and the reason.
 */
export async function readPeopleFile(file: string): Promise<TestPerson[]> {
  const content = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file}: cannot be read (${error.code}).`, { cause: error })
  })
  let parsed: unknown
  try {
    parsed = JSON.parse(content)
  } catch (error) {
    throw new Error(`${file}: is not JSON (${(error as Error).message}).`, { cause: error })
  }
  const result = peopleFile.safeParse(parsed)
  if (!result.success) {
    const [{ path, message } = { path: [], message: "is malformed" }] = result.error.issues
    throw new Error(`${file}: ${placeOf(path)} ${message.replace(/^./, (c) => c.toLowerCase())}.`)
  }
  return withoutRepeats(file, result.data.people)
}

function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the file"
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .slice(1)
}

function withoutRepeats(file: string, people: TestPerson[]): TestPerson[] {
  const seen = new Set<string>()
  for (const [index, { client, accountNumber, policyNumbers }] of people.entries()) {
    const keys = [[accountNumber], ...policyNumbers.map((number) => ["plan", number])]
    for (const key of keys) {
      const whole = JSON.stringify([client, ...key])
      if (seen.has(whole)) {
        throw new Error(`${file}: people[${index}] repeats ${key.at(-1)} of client ${client}.`)
      }
      seen.add(whole)
    }
  }
  return people
}
