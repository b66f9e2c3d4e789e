import type { Deps } from "#services/deps.ts"
import { erasedDocumentsJob } from "./erasure/erased-documents.ts"

/** The work on personal data that a server does. `npm run my-account -- person` exports and erases. */
export function createPrivacy(deps: Deps) {
  return { jobs: [erasedDocumentsJob(deps)] }
}
