import PostalMime, { type Address, type Attachment } from "postal-mime"

export interface Message {
  id: string
  messageId: string
  from: string
  to: string
  subject: string
  text: string
  /** Attached pictures are embedded as `data:` addresses. */
  html: string
  /** ISO 8601. */
  date: string
}

/** Parses an email as received by SMTP. `id` is the mailbox's own. */
export async function readMessage(id: string, raw: Buffer, arrivedAt: Date): Promise<Message> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: "base64" })
  return {
    id,
    messageId: email.messageId ?? "",
    from: shown(email.from),
    to: (email.to ?? []).map(shown).join(", "),
    subject: email.subject ?? "",
    text: email.text ?? "",
    html: withPictures(email.html ?? "", email.attachments),
    date: email.date ?? arrivedAt.toISOString(),
  }
}

function shown(address: Address | undefined): string {
  if (!address) return ""
  if (address.group) return address.group.map(shown).join(", ")
  return address.name === "" ? address.address : `${address.name} <${address.address}>`
}

function withPictures(html: string, attachments: Attachment[]): string {
  return attachments.reduce((page, { contentId, mimeType, content }) => {
    if (contentId === undefined) return page
    const cid = `cid:${contentId.replace(/^<|>$/g, "")}`
    return page.replaceAll(`"${cid}"`, `"data:${mimeType};base64,${content as string}"`)
  }, html)
}
