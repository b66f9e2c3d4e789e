import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import type { FastifyReply, FastifyRequest } from "fastify"

const brotli = promisify(brotliCompress)
/** The compression level at which compressing each reply costs less than the bytes it saves. */
const onTheFly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** The text, compressed if the browser accepts it. Only for replies without secrets. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
): Promise<string | Buffer> {
  reply.header("vary", "accept-encoding")
  if (!/\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""))) return text
  reply.header("content-encoding", "br")
  return await brotli(text, onTheFly)
}
