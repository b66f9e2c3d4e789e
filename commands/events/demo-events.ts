import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { readEventSettings } from "#server/config/events-file.ts"
import type { EventSettings } from "#services/events/endpoints.ts"

/**
 * The events of a trial: the mailbox, whose port may change, is the endpoint, and `demo` may send
 * events. Their secrets are in the file, which is made when it is absent, so that `npm run my-account -- events` can
 * use it too.
 */
export function demoEvents(path: string, mailboxUrl: string): EventSettings {
  const known = existsSync(path) ? readEventSettings(path) : { endpoints: [], senders: [] }
  const url = `${mailboxUrl}/events`
  const secrets = known.endpoints[0]?.secrets ?? [newSecret()]
  const settings = {
    endpoints: [{ name: "mailbox", url, secrets }],
    senders: [{ name: "demo", secrets: known.senders[0]?.secrets ?? [newSecret()] }],
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  return settings
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`
}
