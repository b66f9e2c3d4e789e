import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { stripVTControlCharacters } from "node:util"
import { findHeadlessChromium } from "#testing/chromium.ts"
import { git } from "#tools/test/changed.ts"
import { checkOut } from "../deployment/project-copy.ts"
import type { Part } from "../part.ts"
import { listStates, writeIndex } from "./index-page.ts"

const root = join(import.meta.dirname, "../../..")
const folder = join(root, "test-results/pictures")
/** An earlier commit may lack these files. */
const ours = ["e2e/pictures.ts", "e2e/pictures.config.ts"]
/** Brands of the demo whose look each state gets too, in the full form. */
const looks = ["wayfarer", "electricians"]

/**
 * Pictures of every state of every screen and of its dialogs, at two commits, and a page that shows
 * them beside each other. A person judges a state that looks different. The part fails for a state
 * that does not open.
 */
export const pictures: Part = async ({ size, since = parentCommit(), log }) => {
  rmSync(folder, { recursive: true, force: true })
  const earlier = join(tmpdir(), `pictures-${process.pid}`)
  const remove = checkOut(since, earlier)
  try {
    for (const file of ours) {
      if (!existsSync(join(earlier, file))) cpSync(join(root, file), join(earlier, file))
    }
    const chosen = size === "full" ? looks : []
    const [wrong, missing] = await Promise.all([
      takePictures(root, join(folder, "after"), chosen),
      takePictures(earlier, join(folder, "before"), chosen),
    ])
    if (missing.length > 0) log(`${since}: ${missing.length} states do not open there`)
    const states = listStates(folder)
    const changed = states.filter(({ isChanged }) => isChanged)
    log(`${states.length} states, ${changed.length} look different from ${since}`)
    for (const { name } of changed) log(`  ${name}`)
    log(writeIndex(folder, states, { since, looks: chosen }))
    return wrong
  } finally {
    remove()
  }
}

function parentCommit(): string {
  return git("rev-parse", "--short", "HEAD~1")[0] ?? "HEAD~1"
}

/** Returns a line for each state that does not open. */
async function takePictures(project: string, to: string, chosen: readonly string[]) {
  mkdirSync(to, { recursive: true })
  const report = join(dirname(to), `${to.split("/").at(-1)}.json`)
  const child = spawn(
    join(project, "node_modules/.bin/playwright"),
    ["test", "--config", "e2e/pictures.config.ts", "--reporter=json", "--workers=1"],
    {
      cwd: project,
      env: {
        ...process.env,
        ...(chosen.length > 0 && { PICTURES_LOOKS: chosen.join() }),
        PICTURES_TO: to,
        CHROMIUM_PATH: findHeadlessChromium(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  )
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  await once(child, "close")
  if (!existsSync(report)) return [`nothing opens: ${(await printed).join("")}`]
  const { suites, errors } = JSON.parse(readFileSync(report, "utf8")) as Report
  const failed = suites.flatMap(({ specs }) => specs).filter(({ ok }) => !ok)
  return [
    ...errors.map(({ message }) => plain(message)),
    ...failed.map(({ title, tests }) => {
      const [error] = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      return `${title}: ${plain(error?.message)}`
    }),
  ]
}

interface Failure {
  message?: string
}

/** The part of Playwright's report that this part reads. */
interface Report {
  suites: {
    specs: { title: string; ok: boolean; tests: { results: { errors: Failure[] }[] }[] }[]
  }[]
  errors: Failure[]
}

function plain(message = "no message"): string {
  return stripVTControlCharacters(message).split("\n")[0] ?? ""
}
