import type { Mailbox, Message } from "#tools/mailbox/mailbox.ts"

export interface EmailReader {
  /**
   * Waits for the newest unread email to this address. If `about` is given, the subject must
   * contain it.
   */
  readMail(to: string, about?: string): Promise<Message>
  /**
   * The one-time code in the newest unread email that contains one. If `task` is given, the text
   * must name it.
   */
  readCode(to: string, task?: string): Promise<string>
  /** Every email so far, after waiting until each written one has been tried. */
  sentEmails(): Promise<Message[]>
}

/**
 * Reads each email once, so that a second code is not mistaken for the first. `sent` waits until
 * all emails written so far are in the mailbox: otherwise a late older email could pass for the
 * newest.
 */
export function createEmailReader(
  mailbox: Mailbox,
  sent: () => Promise<void> = async () => {},
): EmailReader {
  const read = new Set<string>()
  async function readNext(to: string, fits: (mail: Message) => boolean): Promise<Message> {
    const isNext = (mail: Message) => mail.to === to && !read.has(mail.id) && fits(mail)
    await sent()
    const mail = await mailbox.waitFor(isNext, 60_000)
    read.add(mail.id)
    return mail
  }
  return {
    readMail: (to, about = "") => readNext(to, ({ subject }) => subject.includes(about)),
    async readCode(to, task = "") {
      const fits = (mail: Message) => codeIn(mail) !== undefined && mail.text.includes(task)
      const { text } = await readNext(to, fits)
      return codeIn({ text }) ?? ""
    },
    async sentEmails() {
      await sent()
      return [...mailbox.messages()]
    },
  }
}

function codeIn({ text }: Pick<Message, "text">): string | undefined {
  return text.match(/\b\d{6}\b/)?.[0]
}
