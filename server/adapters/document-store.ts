import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import type { DocumentStore } from "#ports/document-store/port.ts"
import { createS3DocumentStore } from "#ports/document-store/s3.ts"
import type { DocumentStoreConfig } from "#server/config/adapter-config.ts"

/** Opens the configured document store. */
export function openDocumentStore(config: DocumentStoreConfig): DocumentStore {
  return "folder" in config ? createDiskDocumentStore(config.folder) : createS3DocumentStore(config)
}
