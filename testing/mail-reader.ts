import assert from "node:assert/strict"
import type { Mailbox, Message } from "#tools/mailbox/mailbox.ts"
import { readingProblems } from "./reading.ts"

export interface EmailReader {
  /**
   * The newest unread email to this address, after the jobs have settled. If `about` is given, the
   * subject must contain it.
   */
  readMail(to: string, about?: string): Promise<Message>
  /**
   * The one-time code in the newest unread email with a code. If `task` is given, the text must
   * contain it.
   */
  readCode(to: string, task?: string): Promise<string>
  /**
   * Every email so far, newest first, after the jobs have settled. An email that was sent twice
   * counts once.
   */
  sentEmails(): Promise<Message[]>
  settle(): Promise<void>
}

/**
 * Reads each email once, even if it was sent twice, so that a second code is not mistaken for the
 * first. `settle` delivers all emails written so far to the mailbox, because otherwise a late older
 * email could be mistaken for the newest. Waits `waitMs` for an email that has not arrived by then.
 */
export function createEmailReader(
  mailbox: Mailbox,
  { settle = async () => {}, waitMs = 60_000 }: { settle?(): Promise<void>; waitMs?: number } = {},
): EmailReader {
  const read = new Set<string>()
  /** For each email id, the number of the settling that delivered it. */
  const broughtBy = new Map<string, number>()
  let settlings = 0

  async function settleAndNote(): Promise<void> {
    await settle()
    settlings += 1
    for (const { messageId } of mailbox.messages()) {
      if (!broughtBy.has(messageId)) broughtBy.set(messageId, settlings)
    }
  }

  /** Several emails are sent in parallel, so which of them is the newest depends on the machine. */
  function assertOnlyOne(mail: Message, isNext: (mail: Message) => boolean) {
    const number = broughtBy.get(mail.messageId)
    const others = mailbox.messages().filter((other) => {
      const isOther = isNext(other) && other.messageId !== mail.messageId
      return isOther && number !== undefined && broughtBy.get(other.messageId) === number
    })
    assert.equal(others.length, 0, `"${mail.subject}" came with others: settle between them`)
  }

  async function readNext(to: string, fits: (mail: Message) => boolean): Promise<Message> {
    const isNext = (mail: Message) => mail.to === to && !read.has(mail.messageId) && fits(mail)
    await settleAndNote()
    const mail = await mailbox.waitFor(isNext, waitMs)
    if (waitMs === 0) assertOnlyOne(mail, isNext)
    read.add(mail.messageId)
    assertReadable(mail)
    return mail
  }
  return {
    settle: settleAndNote,
    readMail: (to, about = "") => readNext(to, ({ subject }) => subject.includes(about)),
    async readCode(to, task = "") {
      const fits = (mail: Message) => codeIn(mail) !== undefined && mail.text.includes(task)
      const { text } = await readNext(to, fits)
      return codeIn({ text }) ?? ""
    },
    async sentEmails() {
      await settleAndNote()
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
