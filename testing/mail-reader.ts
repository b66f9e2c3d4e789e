import type { Mailbox, Message } from "#tools/mailbox/mailbox.ts"

export interface MailReader {
  /** The newest mail to this address that was not read before; waits for it. */
  readMail(to: string): Promise<Message>
  /** The one-time code in that mail. */
  readCode(to: string): Promise<string>
}

/** Reads each mail once, so that a second code is not mistaken for the first. */
export function createMailReader(mailbox: Mailbox): MailReader {
  const read = new Set<string>()
  async function readMail(to: string): Promise<Message> {
    const mail = await mailbox.waitFor((message) => message.to === to && !read.has(message.id))
    read.add(mail.id)
    return mail
  }
  return {
    readMail,
    async readCode(to) {
      const { text } = await readMail(to)
      const code = text.match(/\b\d{6}\b/)?.[0]
      if (code === undefined) throw new Error(`There is no code in this mail:\n${text}`)
      return code
    },
  }
}
