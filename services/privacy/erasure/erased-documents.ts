import type { Queries } from "#database/sql.ts"
import type { PeriodicJob } from "#platform/jobs/job.ts"
import { type DocumentStore, DocumentStoreAway } from "#ports/document-store/port.ts"
import type { Deps } from "#services/deps.ts"
import { endErasedDocuments, findErasedDocuments } from "./erasures.store.ts"

/**
 * Deletes the documents of erased people, or of `only` one person. Returns how many are left
 * because the store is unavailable; the job below tries again.
 */
export async function removeErasedDocuments(
  { database, documentStore }: { database: Queries; documentStore: DocumentStore },
  only?: { client: string; person: string },
): Promise<number> {
  let left = 0
  for (const { client, person, documents } of await findErasedDocuments(database)) {
    if (only && (only.client !== client || only.person !== person)) continue
    try {
      for (const key of documents) await documentStore.remove(key)
      await endErasedDocuments(database, client, person, documents)
    } catch (error) {
      if (!(error instanceof DocumentStoreAway)) throw error
      left += documents.length
    }
  }
  return left
}

/** Deletes documents that the store could not delete when their person was erased. */
export function erasedDocumentsJob({ database, documentStore, log }: Deps) {
  return {
    name: "documents of erased people",
    everySeconds: 600,
    runsAtStart: true,
    async run() {
      const left = await removeErasedDocuments({ database, documentStore })
      if (left > 0) log.warn({ documents: left }, "Documents of erased people must wait.")
    },
  } satisfies PeriodicJob
}
