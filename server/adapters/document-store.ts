import { join } from "node:path"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import type { DocumentStore } from "#ports/document-store/port.ts"
import { createS3DocumentStore, type S3Place } from "#ports/document-store/s3.ts"

/** Where people's documents are kept. */
export type DocumentStoreConfig = { folder: string } | S3Place

/** Errors: an `Error` with one line a person can act on. */
export function readDocumentStoreConfig(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
): DocumentStoreConfig {
  const { DOCUMENT_STORE: address, DOCUMENTS_DIR: folder } = env
  if (!address) return { folder: folder || join(dataFolder, "documents") }
  const [, bucket, path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(address) ?? []
  if (bucket === undefined) {
    throw new Error(`DOCUMENT_STORE must be like s3://bucket/prefix, not "${address}".`)
  }
  const endpoint = env.AWS_ENDPOINT_URL_S3 || undefined
  // Amazon has many regions; another server's is only a word that both sides sign.
  const region = env.AWS_REGION || (endpoint && "us-east-1")
  if (!region) throw new Error("DOCUMENT_STORE needs AWS_REGION, the region of its bucket.")
  const prefix = path === "" || path.endsWith("/") ? path : `${path}/`
  return { bucket, prefix, region, ...(endpoint && { endpoint }) }
}

/** Makes the configured adapter. */
export function openDocumentStore(config: DocumentStoreConfig): DocumentStore {
  return "folder" in config ? createDiskDocumentStore(config.folder) : createS3DocumentStore(config)
}
