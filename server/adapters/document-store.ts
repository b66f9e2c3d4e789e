import { join } from "node:path"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import type { DocumentStore } from "#ports/document-store/port.ts"
import { createS3DocumentStore, type S3Place } from "#ports/document-store/s3.ts"
import type { ReadSettings } from "#server/config/settings/read-settings.ts"

/** Where people's documents are kept. */
export type DocumentStoreConfig = { folder: string } | S3Place

/** The store that the settings choose. Refuses settings that lack something. */
export function readDocumentStoreConfig(
  { values, isSet, refuse }: ReadSettings,
  dataFolder: string,
): DocumentStoreConfig {
  const { DOCUMENT_STORE: place, DOCUMENTS_DIR: folder } = values
  if (!place) return { folder: folder ?? join(dataFolder, "documents") }
  const { AWS_ENDPOINT_URL_S3: endpoint } = values
  // Amazon has many regions; another server's is only a word that both sides sign.
  const isKnown = isSet("AWS_REGION") || isSet("AWS_ENDPOINT_URL_S3")
  if (!isKnown) refuse("DOCUMENT_STORE needs AWS_REGION, the region of its bucket.")
  const prefix =
    place.prefix === "" || place.prefix.endsWith("/") ? place.prefix : `${place.prefix}/`
  const region = values.AWS_REGION ?? "us-east-1"
  return { bucket: place.bucket, prefix, region, ...(endpoint && { endpoint }) }
}

/** Makes the configured adapter. */
export function openDocumentStore(config: DocumentStoreConfig): DocumentStore {
  return "folder" in config ? createDiskDocumentStore(config.folder) : createS3DocumentStore(config)
}
