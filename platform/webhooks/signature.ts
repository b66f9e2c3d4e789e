import { createHmac, timingSafeEqual } from "node:crypto"

/** The headers of a signed message. Source: the Standard Webhooks specification, version 1. */
export interface SignedHeaders {
  "webhook-id": string
  /** Seconds since 1970. */
  "webhook-timestamp": string
  /** One signature per secret, separated by spaces. */
  "webhook-signature": string
}

const secretPattern = /^whsec_([A-Za-z0-9+/]+={0,2})$/
const secretBytes = { least: 24, most: 64 }
const idPattern = /^[!-~]{1,200}$/
/** Minutes. A message whose time differs more from ours is refused. */
const toleranceMinutes = 5

/**
 * Whether a text is a secret in the format of Standard Webhooks: `whsec_` and 24 to 64 bytes as
 * base64.
 */
export function isWebhookSecret(text: string): boolean {
  const [, base64] = secretPattern.exec(text) ?? []
  if (base64 === undefined) return false
  const { length } = Buffer.from(base64, "base64")
  return length >= secretBytes.least && length <= secretBytes.most
}

/** Signs a message with each of these secrets, so that the receiver may have any one of them. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => signatureOf(secret, id, timestamp, Buffer.from(body)))
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  }
}

/**
 * The id of a message, if one of these secrets signed its body within the tolerance of `now`.
 * Undefined otherwise.
 */
export function verifiedId(
  secrets: readonly string[],
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
  now: Date,
): string | undefined {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": given } = headers
  if (typeof id !== "string" || !idPattern.test(id) || typeof given !== "string") return undefined
  if (typeof timestamp !== "string" || !/^\d{1,12}$/.test(timestamp)) return undefined
  const apartMs = Math.abs(now.getTime() - Number(timestamp) * 1000)
  if (apartMs > toleranceMinutes * 60_000) return undefined
  const signatures = given.split(" ")
  const isSigned = secrets.some((secret) => {
    const expected = signatureOf(secret, id, timestamp, body)
    return signatures.some((signature) => isSame(signature, expected))
  })
  return isSigned ? id : undefined
}

function signatureOf(secret: string, id: string, timestamp: string, body: Buffer): string {
  const key = Buffer.from(secretPattern.exec(secret)?.[1] ?? "", "base64")
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body)
  return `v1,${mac.digest("base64")}`
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
