import { z } from "zod"

/** More origins than a brand's tools need; a longer list would allow too much. */
const most = 20

const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
const named = new RegExp(
  `^https://(\\*\\.)?(${label}\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])(:\\d{1,5})?$`,
)

/**
 * Origins that a brand's own scripts need. `https://*.example.com` allows every host below
 * example.com. A whole registry such as `https://*.com` or `https://*.co.uk` is refused.
 */
export const origins = z
  .array(z.string().superRefine(checkOrigin))
  .max(most, { error: `names more than ${most} origins` })
  .refine((list) => new Set(list).size === list.length, { error: "names an origin twice" })
  .default([])

/** Whether a page that may load from these origins may load this address. */
export function areAllowing(list: readonly string[], { origin }: URL): boolean {
  return list.some((named) => {
    // Without the default port.
    const allowed = URL.parse(named)?.origin ?? named
    const [scheme, below] = allowed.split("*")
    if (below === undefined) return origin === allowed
    return origin.startsWith(`${scheme}`) && origin.endsWith(below)
  })
}

function checkOrigin(origin: string, context: z.RefinementCtx): void {
  const message = faultOf(origin)
  if (message !== undefined) context.addIssue({ code: "custom", message, input: origin })
}

/** The problem of an origin, as a message; undefined if it is valid. */
function faultOf(origin: string): string | undefined {
  if (!origin.startsWith("https://")) return "must be an origin that begins with https://"
  if (!named.test(origin)) {
    return "must be an origin such as https://chat.example.com or https://*.example.com, in lowercase letters, without a path"
  }
  if (Number(/:(\d+)$/.exec(origin)?.[1] ?? 443) > 65_535) return "has no port that exists"
  if (origin.startsWith("https://*.") && isRegistry(origin.slice("https://*.".length))) {
    return "must name a domain of its own after *., such as https://*.example.com"
  }
  return undefined
}

/**
 * Whether anyone can register a name below this domain, such as co.uk or com.au. This covers the
 * common registries only; a full list would be large. Top-level domains fail the pattern above.
 */
function isRegistry(domain: string): boolean {
  return /^(ac|co|com|edu|gov|mil|ne|net|nom|or|org)\.[a-z]{2}(:\d+)?$/.test(domain)
}
