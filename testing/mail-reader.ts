import type { Mailbox, Message } from "#tools/mailbox/mailbox.ts"

export interface EmailReader {
  /**
   * The newest mail to this address that was not read before and, if `about` is given, has it in
   * its subject; waits for it.
   */
  readMail(to: string, about?: string): Promise<Message>
  /** The one-time code in the newest such mail that holds one and, if `task` is given, says it is for that. */
  readCode(to: string, task?: string): Promise<string>
}

/**
 * Reads each email once, so that a second code is not mistaken for the first. `sent` waits until
 * the emails that were written so far are in the mailbox: an older one that is late would
 * otherwise be taken for the newest.
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
  }
}

function codeIn({ text }: Pick<Message, "text">): string | undefined {
  return text.match(/\b\d{6}\b/)?.[0]
}
