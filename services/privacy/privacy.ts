import type { Deps } from "#services/deps.ts"
import { erasedDocumentsJob } from "./erasure/erased-documents.ts"

/** The server's jobs for personal data. `npm run my-account -- person` exports and erases. */
export function createPrivacy(deps: Deps) {
  return { jobs: [erasedDocumentsJob(deps)] }
}
