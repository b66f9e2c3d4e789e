import { logoPath, questions, slugOf } from "#commands/new-brand/answers.ts"
import { lookOf } from "#commands/new-brand/look.ts"
import { answersFor, type Options, onTerminal, writeBrand } from "#commands/new-brand/new-brand.ts"
import { samplePassword, sampleUsername } from "#commands/new-brand/people.ts"
import { UsageError } from "#server/config/command-line.ts"
import { shellWord } from "#server/config/typed-as.ts"
import type { LocalCommand } from "../command.ts"

/** Writes a complete folder for a new brand. */
export const newBrand: LocalCommand = {
  usage: "new-brand NAME [--folder FOLDER] [--yes]",
  summary: "Writes a complete folder for a new brand, after ten questions",
  help: helpText(),
  words: [1, 1],
  options: {
    folder: { type: "string" },
    yes: { type: "boolean" },
    ...Object.fromEntries(questions.map(({ option }) => [option, { type: "string" as const }])),
  },
  async workHere({ words: [name = ""], values }, { pathOf }) {
    if (/[/\\]|^[.~]/.test(name)) {
      throw new UsageError(
        `'${name}' is a path. NAME is the brand's code or name, such as acme; --folder says where its folder is written.`,
      )
    }
    const { folder: typed, yes, ...rest } = values
    const options = rest as Options
    const answers =
      yes === true
        ? await answersFor(name, options, undefined)
        : await onTerminal((ask) => answersFor(name, options, ask))
    const named = typeof typed === "string" ? typed : slugOf(answers.client)
    const folder = pathOf(named)
    const logo = answers.logo === "" ? undefined : logoPath(answers.logo)
    const files = Object.keys(await writeBrand(folder, answers, logo)).toSorted()
    const shown = shellWord(named.replace(/(?<=.)\/+$/, ""))
    const { note } = lookOf(answers.accent)
    return {
      text: [
        `${shown}/ has ${files.length} files. ${shown}/README.md says where each text is shown.`,
        ...(note === undefined ? [] : [note]),
        `Check it: npm run my-account -- check-folder ${shown}   (it warns about samples that customers must not meet)`,
        `Load it:  npm run my-account -- load ${shown}`,
        `Then sign in as ${sampleUsername}, password ${samplePassword}.`,
      ].join("\n"),
      json: { folder, client: answers.client, files },
    }
  },
}

function helpText(): string {
  const width = Math.max(...questions.map(({ option }) => option.length))
  return [
    "NAME is the brand's code, such as acme, or its name. A pipe may answer, with one line for each question.",
    "  --folder FOLDER  where it is written; by default a folder named after the client's code",
    "  --yes            asks nothing: what no option says gets its default",
    "One option for each question:",
    ...questions.map(({ option, ask }) => `  --${option.padEnd(width)}  ${ask}`),
  ].join("\n")
}
