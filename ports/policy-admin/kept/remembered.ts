import { createHash } from "node:crypto"
import type { About } from "./keeping.ts"

/** An unchanged answer is kept again after this, so that its age shows that it is still good. */
const againAfterMilliseconds = 60_000
const mostPeople = 5_000

interface Person {
  /** The answers that are written, by the question. */
  written: Map<string, { digest: string; at: number }>
  /** When the account system last did not know the person, in milliseconds. */
  unknownAt: number
}

/** Remembers what this process has written, so that it writes only new answers. */
export function createRemembered() {
  const people = new Map<string, Person>()

  function personOf({ client, accountNumber }: About): Person {
    const key = JSON.stringify([client, accountNumber])
    const known = people.get(key)
    if (known) return known
    const [oldest] = people.keys()
    if (oldest !== undefined && people.size >= mostPeople) people.delete(oldest)
    const person = { written: new Map(), unknownAt: 0 }
    people.set(key, person)
    return person
  }

  return {
    /** Whether the answer to this question, asked at `askedAt`, has to be written; notes that it is. */
    isNews(about: About, question: string, content: string, askedAt: Date): boolean {
      const { written, unknownAt } = personOf(about)
      const at = askedAt.getTime()
      if (at <= unknownAt) return false
      const digest = createHash("sha256").update(content).digest("base64")
      const last = written.get(question)
      if (last?.digest === digest && at - last.at < againAfterMilliseconds) return false
      written.set(question, { digest, at })
      return true
    },
    /** Notes that the person's answers are deleted, and that those asked up to `askedAt` are not news. */
    forget(about: About, askedAt: Date): void {
      const person = personOf(about)
      person.written.clear()
      person.unknownAt = Math.max(person.unknownAt, askedAt.getTime())
    },
    clear(): void {
      people.clear()
    },
  }
}
