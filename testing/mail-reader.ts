import assert from "node:assert/strict"
import type { Mailbox, Message } from "#tools/mailbox/mailbox.ts"
import { readingProblems } from "./reading.ts"

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
  /**
   * Every email so far, newest first, after waiting until each written one has been tried. An email
   * that was sent twice counts once: a test that moves the clock ends the claim of a slow delivery.
   */
  sentEmails(): Promise<Message[]>
}

/**
 * Reads each email once, even if it was sent twice, so that a second code is not mistaken for the
 * first. `sent` waits until all emails written so far are in the mailbox: otherwise a late older
 * email could pass for the newest.
 */
export function createEmailReader(
  mailbox: Mailbox,
  sent: () => Promise<void> = async () => {},
): EmailReader {
  const read = new Set<string>()
  async function readNext(to: string, fits: (mail: Message) => boolean): Promise<Message> {
    const isNext = (mail: Message) => mail.to === to && !read.has(mail.messageId) && fits(mail)
    await sent()
    const mail = await mailbox.waitFor(isNext, 60_000)
    read.add(mail.messageId)
    assertReadable(mail)
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
      const mails = new Map(mailbox.messages().map((mail) => [mail.messageId, mail]))
      for (const mail of mails.values()) assertReadable(mail)
      return [...mails.values()]
    },
  }
}

function assertReadable({ subject, text }: Message) {
  assert.deepEqual(readingProblems(text.split("\n")), [], `what is hard to read in "${subject}"`)
}

function codeIn({ text }: Pick<Message, "text">): string | undefined {
  return text.match(/\b\d{6}\b/)?.[0]
}
