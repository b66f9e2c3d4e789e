import { createHash, createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"

/** An error reply of S3: code and HTTP status. */
class S3Error extends Error {
  override name = "S3Error"
  readonly status: number
  constructor(code: string, status: number) {
    super(code)
    this.status = status
  }
}

/** The key pair, region and bucket that the server accepts. */
export const known = {
  credentials: { accessKeyId: "AKIATEST", secretAccessKey: "test/secret" },
  region: "us-east-1",
  bucket: "documents",
}
const maxClockSkew = 15 * 60_000

/**
 * Starts an S3 server on a free port of 127.0.0.1 with one bucket in memory. It answers GetObject,
 * PutObject and DeleteObject with path-style addresses, and verifies Signature Version 4 and the hash of the body as
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html describes.
 * `answerFirst` may answer a request itself and then returns true.
 */
export async function startS3Server(
  answerFirst: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
) {
  /** Bodies by key. */
  const objects = new Map<string, Buffer>()

  const server = createServer(async (request, response) => {
    if (answerFirst(request, response)) return
    try {
      const body = await buffer(request)
      verify(request, body)
      const reply = answer(objects, request, body)
      response.writeHead(200, { etag: `"${md5(reply ?? body)}"` }).end(reply)
    } catch (error) {
      if (!(error instanceof S3Error)) return response.destroy(error as Error)
      const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${error.message}</Code></Error>`
      response.writeHead(error.status, { "content-type": "application/xml" }).end(xml)
    }
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as { port: number }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    async close() {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, "close")
    },
  }
}

function answer(objects: Map<string, Buffer>, { method, url = "" }: IncomingMessage, body: Buffer) {
  const [, bucket, ...parts] = decodeURIComponent(new URL(url, "http://s3").pathname).split("/")
  const key = parts.join("/")
  if (bucket !== known.bucket) throw new S3Error("NoSuchBucket", 404)
  const isKnown = method === "GET" || method === "PUT" || method === "DELETE"
  if (key === "" || !isKnown) throw new S3Error("NotImplemented", 501)
  if (method === "DELETE") {
    objects.delete(key)
    return undefined
  }
  if (method === "PUT") {
    objects.set(key, body)
    return undefined
  }
  const found = objects.get(key)
  if (!found) throw new S3Error("NoSuchKey", 404)
  return found
}

function verify({ method, url = "", headers }: IncomingMessage, body: Buffer): void {
  const [, accessKey, scope = "", signed = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    ) ?? []
  if (accessKey !== known.credentials.accessKeyId) throw new S3Error("InvalidAccessKeyId", 403)

  const time = String(headers["x-amz-date"])
  const sentAt = Date.parse(time.replace(/(....)(..)(..T..)(..)(..Z)/, "$1-$2-$3:$4:$5"))
  if (!(Math.abs(Date.now() - sentAt) < maxClockSkew)) {
    throw new S3Error("RequestTimeTooSkewed", 403)
  }
  const bodyHash = headers["x-amz-content-sha256"]
  if (bodyHash !== sha256(body)) throw new S3Error("XAmzContentSHA256Mismatch", 400)

  const names = signed.split(";")
  const mustBeSigned = Object.keys(headers).filter((n) => n === "host" || n.startsWith("x-amz-"))
  if (!mustBeSigned.every((name) => names.includes(name))) throw new S3Error("AccessDenied", 403)
  const [path, query = ""] = url.split("?")
  const headerLines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("")
  const sortedQuery = query.split("&").toSorted().join("&")
  const request = [method, path, sortedQuery, headerLines, signed, bodyHash].join("\n")

  const steps = [time.slice(0, 8), known.region, "s3", "aws4_request"]
  const signingKey = steps.reduce<string | Buffer>(hmac, `AWS4${known.credentials.secretAccessKey}`)
  const text = ["AWS4-HMAC-SHA256", time, steps.join("/"), sha256(request)].join("\n")
  const isRight = signature === hmac(signingKey, text).toString("hex")
  if (scope !== steps.join("/") || !isRight) throw new S3Error("SignatureDoesNotMatch", 403)
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest()
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex")
}

function md5(data: Buffer): string {
  return createHash("md5").update(data).digest("hex")
}
