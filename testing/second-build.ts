import { execFile } from "node:child_process"
import { cp, mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"

const root = join(import.meta.dirname, "..")

const script = (folder: string) => `
  import { build } from "vite"
  await build({
    configFile: "vite.config.ts",
    build: {
      outDir: ${JSON.stringify(folder)},
      rolldownOptions: { output: { banner: "globalThis.isSecondBuild = true;" } },
    },
  })`

/**
 * Builds the browser part again, in a separate folder where every script has another name. Pages
 * detect it by `isSecondBuild`. Returns the folder.
 */
export async function buildAgain(): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), "second-build-"))
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script(folder)], {
    cwd: root,
  })
  await cp(join(root, "dist", "server"), join(folder, "server"), { recursive: true })
  return pathToFileURL(`${folder}/`)
}
