import { chunk } from "#web/app/chunk.tsx"

/** In a separate file, because few people see it. */
export const linkSentChunk = chunk(() => import("./link-sent.tsx"))
