import type { GetObjectCommandOutput } from "@aws-sdk/client-s3"
import { placeOf } from "./place.ts"
import {
  type DocumentStore,
  DocumentStoreAway,
  DocumentTooLarge,
  mostDocumentBytes,
} from "./port.ts"

export interface S3Place {
  bucket: string
  /** Prefix of each key, such as `documents/`; may be empty. */
  prefix: string
  region: string
  /** Address of a server other than Amazon's. Absent for Amazon S3. */
  endpoint?: string
  /** If absent, looked up as in Amazon's tools: in the environment or the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/** Milliseconds. A slower reply counts as lost, because a person waits for it. */
const patience = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true }

/** Stores documents as objects of one bucket, at Amazon S3 or a compatible server. */
export function createS3DocumentStore({ bucket, prefix, ...place }: S3Place): DocumentStore {
  // Loads the library with the first document, because most installations store documents on disk.
  let loading: ReturnType<typeof open> | undefined
  const s3 = () => {
    loading ??= open(place)
    return loading
  }
  const objectOf = (key: Parameters<typeof placeOf>[0]) => {
    return { Bucket: bucket, Key: `${prefix}${placeOf(key)}` }
  }

  return {
    async available() {
      // An object that does not exist. A "not found" reply shows that the store is reachable,
      // accepts us and has the bucket.
      const asked = { Bucket: bucket, Key: `${prefix}available` }
      const answered = s3().then((client) => client.getObject(asked))
      return await answered.then(bodyOf, absentOrAway).then(
        () => true,
        () => false,
      )
    },

    async read(key) {
      const client = await s3()
      return await client.getObject(objectOf(key)).then(bodyOf).catch(absentOrAway)
    },

    async write(key, body) {
      if (body.length > mostDocumentBytes) throw new DocumentTooLarge(`${body.length} bytes`)
      const client = await s3()
      const object = { ...objectOf(key), Body: body, ContentType: "application/pdf" }
      await client.putObject(object).catch(away)
    },

    async remove(key) {
      const client = await s3()
      // S3 answers the same whether or not the object existed; some servers answer NoSuchKey.
      await client.deleteObject(objectOf(key)).catch(absentOrAway)
    },
  }
}

async function open({ region, endpoint, credentials }: Omit<S3Place, "bucket" | "prefix">) {
  const { S3 } = await import("@aws-sdk/client-s3")
  return new S3({
    region,
    maxAttempts: 2,
    requestHandler: patience,
    // Other servers rarely support bucket host names or Amazon's newer checksums.
    ...(endpoint !== undefined && {
      endpoint,
      forcePathStyle: true,
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    }),
    ...(credentials && { credentials }),
  })
}

async function bodyOf({ Body: body }: GetObjectCommandOutput): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length > mostDocumentBytes) throw new DocumentTooLarge(`more than ${length} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

function absentOrAway(error: Error): undefined {
  if (error instanceof DocumentTooLarge) throw error
  // NoSuchBucket is excluded: it means a wrongly configured store.
  if (error.name === "NoSuchKey") return undefined
  away(error)
}

function away(cause: unknown): never {
  throw new DocumentStoreAway("The bucket of documents cannot be reached.", { cause })
}
