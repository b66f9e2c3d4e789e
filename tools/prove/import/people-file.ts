import { createWriteStream } from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

const chunkSize = 1_000

/** A person by number. The million different people are the same in each run. */
function personAt(number: number, firstName = firstNames[number % firstNames.length]) {
  const digits = String(number).padStart(7, "0")
  return {
    accountNumber: `IM${digits}`,
    personNumber: `P${digits}`,
    firstName,
    lastName: `Example${number % 9_973}`,
    dateOfBirth: `19${String(30 + (number % 60))}-0${1 + (number % 9)}-1${number % 10}`,
    emailAddress: `person.${digits}@example.com`,
    phoneNumber: `207${digits}`,
    isEmailSubscribed: number % 3 > 0,
    address: {
      addressLine1: `${1 + (number % 899)} Main Street`,
      addressLine2: number % 4 === 0 ? `Apt ${number % 97}` : "",
      addressLine3: "",
      cityName: "Portland",
      stateCode: "ME",
      zipCode: "04101",
    },
  }
}

const firstNames = ["Ana", "Bo", "Chloé", "Dmitri", "Eve", "Farid", "Grace", "Hana"]

/** Writes this many people to an NDJSON file. */
export async function writePeople(path: string, count: number): Promise<void> {
  function* lines() {
    for (let start = 0; start < count; start += chunkSize) {
      const some = Array.from({ length: Math.min(chunkSize, count - start) }, (_, at) =>
        JSON.stringify(personAt(start + at)),
      )
      yield `${some.join("\n")}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
}
