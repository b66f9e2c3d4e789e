import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Plugin } from "vite"

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const compressible = /^assets\/.*\.(js|css|svg)$/
/** Size in bytes below which compression costs more than it saves. */
const smallest = 300

export async function brotli(text: Buffer | string): Promise<Buffer> {
  return await brotliAsync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      // Blocks of 256 KB fit our largest file best.
      [constants.BROTLI_PARAM_LGBLOCK]: 18,
    },
  })
}

/** Writes a .br and a .gz beside each hashed file, at a level too slow for use per request. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const files = Object.keys(bundle).filter((file) => compressible.test(file))
      await Promise.all(files.map((file) => compressFile(join(dir, file))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path)
  if (text.length < smallest) return
  await writeFile(`${path}.br`, await brotli(text))
  await writeFile(`${path}.gz`, await gzipAsync(text, { level: 9 }))
}
