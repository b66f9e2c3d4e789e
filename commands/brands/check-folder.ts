import { checkFolder } from "#commands/readiness/check-folder.ts"
import { blocking, findingsInLines } from "#commands/readiness/not-ready.ts"
import { systemClock } from "#platform/clock.ts"
import { type FindingKind, findingKinds } from "#services/brands/readiness/finding.ts"
import type { LocalCommand } from "../command.ts"
import { allowedKinds } from "./allowed-kinds.ts"

/** Finds what customers would notice in a folder, without a database. */
export const checkFolderCommand: LocalCommand = {
  usage: "check-folder FOLDER [--allow KIND]…",
  summary: "Finds what customers would notice in a folder of brands, before it is published",
  help: helpText(),
  words: [1, 1],
  options: { allow: { type: "string", multiple: true } },
  async workHere({ words: [folder = ""], values }, { pathOf }) {
    const allowed = allowedKinds(values.allow)
    const { clients, findings } = await checkFolder(pathOf(folder), systemClock)
    const isReady = blocking(findings, allowed).length === 0
    const later = findings.length > 0 ? " Correct the warnings before customers come." : ""
    return {
      text: [
        ...(findings.length > 0 ? [findingsInLines(findings, allowed)] : []),
        isReady ? `Ready: ${clients.join(", ")}.${later}` : "Not ready.",
      ].join("\n"),
      json: { ready: isReady, clients, findings },
      code: isReady ? 0 : 1,
    }
  },
}

function helpText(): string {
  const width = Math.max(...Object.keys(findingKinds).map((kind) => kind.length))
  const kinds = Object.entries(findingKinds) as [FindingKind, string][]
  return [
    "The folder must be complete: shared texts that are stored elsewhere count as missing.",
    "Warnings do not stop publishing: correct them before customers come.",
    "  --allow KIND  accepts errors of this kind, which stop publishing otherwise; repeat it for others",
    "Kinds; errors of the kind format are never accepted:",
    ...kinds.map(([kind, what]) => `  ${kind.padEnd(width)}  ${what}`),
  ].join("\n")
}
