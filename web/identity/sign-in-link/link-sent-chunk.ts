import { chunk } from "#web/app/chunk.tsx"

/** Few people see it. */
export const linkSentChunk = chunk(() => import("./link-sent.tsx"))
