import { isUtf8 } from "node:buffer"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { encodingFault } from "#platform/files/encoding.ts"
import { LoadRefused, type Problem } from "#platform/files/problems.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import { systemReason } from "#platform/system-error.ts"
import { cardNumberInName, cardNumberProblems } from "./card-number-in-file.ts"
import { type DocumentFile, lookAt } from "./document-files.ts"

export interface BinaryFile {
  file: string
  name: string
  body: Buffer
}

/** One client's part of the folder, not yet parsed. */
export interface ClientFolder {
  client: string
  clientJson: TextFile
  contents: TextFile[]
  assets: BinaryFile[]
  /** Undefined if another account system has the people. */
  people: TextFile | undefined
  users: TextFile | undefined
  documents: DocumentFile[]
}

export interface Folder {
  clients: ClientFolder[]
  agents: TextFile | undefined
  /** Undefined if the folder has no shared texts. */
  sharedContents: TextFile[] | undefined
}

/**
 * Reads every file of the folder. An unknown name is a problem, because a misspelled file would
 * otherwise be ignored silently. A card number in a file or a name is a problem, too. Skips names
 * that begin with a dot.
 *
 * Errors: a one-line `Error` if a folder cannot be read; file system errors for a file.
 */
export async function readFolder(root: string, problems: Problem[]): Promise<Folder> {
  const { top, shared, names } = await listFolder(root, problems)
  // The file describes the folder. It is checked but not loaded.
  if (top.has("README.md")) await readText(root, "README.md", problems)
  const clients: ClientFolder[] = []
  for (const name of names) {
    const client = await readClient(root, name.slice(0, -1), problems)
    if (client) clients.push(client)
  }
  return {
    clients,
    agents: top.has("agents.json") ? await readText(root, "agents.json", problems) : undefined,
    sharedContents: shared.has("content/")
      ? await readTexts(root, "shared/content/", problems)
      : undefined,
  }
}

/**
 * Refuses a folder that has nothing to load, without reading its files.
 *
 * Errors: `LoadRefused`; a one-line `Error` if the folder cannot be read.
 */
export async function refuseEmptyFolder(root: string): Promise<void> {
  const problems: Problem[] = []
  const { isEmpty } = await listFolder(root, problems)
  if (isEmpty) throw new LoadRefused(problems)
}

/**
 * The names at the top of the folder, in `shared/` and in `clients/`. A folder with nothing to load
 * is a problem.
 */
async function listFolder(root: string, problems: Problem[]) {
  const top = await list(root, "", ["README.md", "agents.json", "shared/", "clients/"], problems)
  const shared = top.has("shared/")
    ? await list(root, "shared/", ["content/"], problems)
    : new Set<string>()
  const names = top.has("clients/") ? await list(root, "clients/", "folders", problems) : []
  const isEmpty = [...names].length + shared.size === 0 && !top.has("agents.json")
  if (isEmpty) {
    const reason = "is missing: the folder has no brand. Name the folder that has clients/ in it"
    problems.push({ file: "clients/", line: 1, reason })
  }
  return { top, shared, names, isEmpty }
}

async function readClient(
  root: string,
  client: string,
  problems: Problem[],
): Promise<ClientFolder | undefined> {
  const home = `clients/${client}/`
  const known = ["client.json", "people.json", "users.json", "content/", "assets/", "documents/"]
  const names = await list(root, home, known, problems)
  const optional = async (name: string) =>
    names.has(name) ? await readText(root, `${home}${name}`, problems) : undefined
  const clientJson = await optional("client.json")
  if (!clientJson) {
    if (!names.has("client.json")) {
      problems.push({ file: `${home}client.json`, line: 1, reason: "is missing" })
    }
    return undefined
  }
  return {
    client,
    clientJson,
    contents: names.has("content/") ? await readTexts(root, `${home}content/`, problems) : [],
    assets: names.has("assets/") ? await readAssets(root, `${home}assets/`, problems) : [],
    people: await optional("people.json"),
    users: await optional("users.json"),
    documents: names.has("documents/") ? await lookAtAll(root, `${home}documents/`, problems) : [],
  }
}

const textAsset = /\.(svg|css|txt)$/

async function readTexts(root: string, folder: string, problems: Problem[]): Promise<TextFile[]> {
  const texts: TextFile[] = []
  for (const name of await list(root, folder, "files", problems)) {
    const text = await readText(root, `${folder}${name}`, problems)
    if (text) texts.push(text)
  }
  return texts
}

async function readAssets(
  root: string,
  folder: string,
  problems: Problem[],
): Promise<BinaryFile[]> {
  const assets: BinaryFile[] = []
  for (const name of await list(root, folder, "files", problems)) {
    const file = `${folder}${name}`
    const body = await readFile(join(root, file))
    if (textAsset.test(name)) {
      problems.push(...cardNumberProblems({ file, text: body.toString("utf8") }))
    }
    assets.push({ file, name, body })
  }
  return assets
}

async function lookAtAll(
  root: string,
  folder: string,
  problems: Problem[],
): Promise<DocumentFile[]> {
  const files: DocumentFile[] = []
  for (const name of await list(root, folder, "files", problems)) {
    files.push(await lookAt(root, `${folder}${name}`, name))
  }
  return files
}

async function readText(
  root: string,
  file: string,
  problems: Problem[],
): Promise<TextFile | undefined> {
  const path = join(root, file)
  const bytes = await readFile(path)
  if (!isUtf8(bytes)) {
    problems.push({ file, ...(await encodingFault(path)) })
    return undefined
  }
  const source = { file, text: new TextDecoder().decode(bytes) }
  problems.push(...cardNumberProblems(source))
  return source
}

/** The sorted names in a folder. Names of folders end with a slash. */
async function list(
  root: string,
  folder: string,
  known: string[] | "files" | "folders",
  problems: Problem[],
): Promise<Set<string>> {
  const path = join(root, folder)
  const entries = await readdir(path, { withFileTypes: true }).catch((cause: Error) => {
    const reason = systemReason(cause) ?? cause.message
    throw new Error(`The folder ${path} cannot be read: ${reason}.`, { cause })
  })
  const names = new Set<string>()
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith(".")) continue
    const name = entry.isDirectory() ? `${entry.name}/` : entry.name
    const fits =
      known === "files"
        ? entry.isFile()
        : known === "folders"
          ? entry.isDirectory()
          : known.includes(name)
    const numbered = cardNumberInName(`${folder}${name}`)
    problems.push(...numbered)
    if (fits) names.add(name)
    else if (numbered.length === 0)
      problems.push({ file: `${folder}${name}`, line: 1, reason: expected(known) })
  }
  return names
}

function expected(known: string[] | "files" | "folders"): string {
  if (known === "files") return "only files belong here"
  if (known === "folders") return "only folders belong here, one a client"
  return `does not belong here: known are ${known.join(", ")}`
}
