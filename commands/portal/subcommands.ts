import { check } from "./check.ts"
import { diff } from "./diff.ts"
import { endSessions } from "./end-sessions.ts"
import { failedPostings } from "./failed-postings.ts"
import { lostPostings } from "./lost-postings.ts"
import { moveAccountCommand } from "./move-account.ts"
import { newBrand } from "./new-brand.ts"
import { preview } from "./preview.ts"
import { publish, rollback } from "./publish.ts"
import { releases } from "./releases.ts"
import { set } from "./set.ts"
import type { Subcommand } from "./subcommand.ts"
import { unsentNotices } from "./unsent-notices.ts"

/** Every command of `npm run portal --`, in the order of its help. */
export const subcommands: Readonly<Record<string, Subcommand>> = {
  "new-brand": newBrand,
  check,
  preview,
  publish,
  releases,
  diff,
  rollback,
  set,
  "refused-postings": failedPostings,
  "lost-postings": lostPostings,
  "untold-notices": unsentNotices,
  "end-sessions": endSessions,
  "move-account": moveAccountCommand,
}
