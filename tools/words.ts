// Lists the words that the style of CONTRIBUTING.md rules out, where they stand in comments, docs
// and texts:
//
//   npm run words               every place, then counts
//   npm run words -- --lower    lowers the limits of words.json to these counts

import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { prose } from "./prose.ts"

const root = join(import.meta.dirname, "..")
const limitsFile = join(root, "tools/words.json")

/** Each rule: what to write instead, and a pattern for what is ruled out. */
export const rules: Record<string, { instead: string; pattern: RegExp }> = {
  nobody: { instead: "no one, or name the person", pattern: /\bnobody\b/gi },
  somebody: { instead: "someone, or name the person", pattern: /\b(some|any|every)body\b/gi },
  anew: { instead: "again", pattern: /\banew\b/gi },
  whoever: {
    instead: "name the person or thing",
    pattern: /\b(who|whom|whose|which|what)ever\b/gi,
  },
  beneath: { instead: "below, under", pattern: /\bbeneath\b/gi },
  mend: { instead: "fix, correct", pattern: /\bmend(s|ed|ing)?\b/gi },
  "by itself": { instead: "automatically, alone", pattern: /\bby itself\b/gi },
  "is to be": { instead: "must be", pattern: /\b(is|are|was|were) to be\b/gi },
  reckon: { instead: "calculate", pattern: /\breckon/gi },
  "let be": { instead: "leave alone", pattern: /\blet be\b/gi },
  "e-mail": { instead: "email", pattern: /\be-mail/gi },
  mail: {
    instead: "email",
    pattern:
      /(?<![-\w])(?:mails?|mailed|mailing)\b(?! (?:servers?|programs?|scanners?|you a copy))/gi,
  },
  "on line": { instead: "online", pattern: /\bon line\b/gi },
  telephone: { instead: "phone", pattern: /\btelephone/gi },
  British: {
    instead: "American spelling",
    pattern:
      /\b\w*(?:authoris|behaviour|colour|licence|cancell(?:ed|ing)|enrolment|recognis|organis(?!m)|initialis|favour|honour|judgement|labelled|summaris|realis(?!t)|minimis|optimis|customis|normalis|apologis)\w*|\b(?:centre|grey|cheque|spelt|learnt|whilst|amongst|analyse)s?\b/gi,
  },
  "headless who": {
    instead: "the person who",
    // "The customer for whom staff act" has a head: article, noun, preposition.
    pattern:
      /(?<!\b(?:the|an?|each|every|this|one|another) [\w-]+ (?=\w+ whom))\b(?:for|to|of|from|by|with|than|lets?|tells?) who(?:se|m)?\b(?! (?:reads|is)\?)/gi,
  },
  "comment that opens with who or what": {
    instead: "subject, verb, object",
    pattern: /^(?:Who|Whose|Whom|What)\b(?!.*\?)/gm,
  },
  "hand-off": { instead: "session transfer", pattern: /\bhand(?:ed)?[- ](?:off|over)\w*/gi },
  paper: { instead: "document", pattern: /\bpapers?\b/gi },
  "second agent": {
    instead: "dual approval",
    pattern: /\b(?:second|other) agents?\b|\bfour eyes\b/gi,
  },
  book: { instead: "post", pattern: /\b(?:un)?booked\b|\bbook(?:s|ing)? (?:a|the) payment/gi },
  "on record": { instead: "in the audit log", pattern: /\bon record\b/gi },
  visitor: { instead: "anonymous", pattern: /\bvisitors?\b/gi },
  budget: { instead: "rate limit", pattern: /\bbudgets?\b/gi },
}

/** Texts that keep their spelling, with the reason. */
const exceptions: Record<string, RegExp> = {
  "the specification's text": /You behaviour verified as a bot/g,
  "published ids of messages, and stored names of actions, roles and rate limits":
    /\b\w*[nN]otRecognised|newEmail\.cancelled|by visitor\b|entries not recognised by |hand-offs refused to | on record of /g,
  "names of HTML, SMTP and hosts":
    /aria-labelledby|telephone=no|MAIL FROM|\bmail\.[a-z]\w*|\{mail\}/g,
  "names of files": /certificate-number-info|#ports\/mail\//g,
  "postal mail and paper": /<h3>By mail<\/h3>|payment sent by mail|Paper is white/g,
}

interface Hit {
  rule: string
  place: string
  text: string
}

/** Every place where a rule of `rules` is broken, in comments, docs and texts of this repository. */
export function findWords(): Hit[] {
  return execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.(ts|tsx|mjs|css|md|html|jsonc?)$/.test(file))
    .filter((file) => !/^(package-lock\.json|tools\/words\.[\w.]+|docs\/glossary\.md)$/.test(file))
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) => wordsIn(file, readFileSync(join(root, file), "utf8")))
}

export function wordsIn(file: string, text: string): Hit[] {
  return prose(file, text).flatMap(({ line, part }) => {
    const read = Object.values(exceptions).reduce((rest, one) => rest.replace(one, ""), part)
    return Object.entries(rules).flatMap(([rule, { pattern }]) => {
      if (rule.startsWith("comment") && !part.startsWith("\u0000")) return []
      return [...read.replace("\u0000", "").matchAll(pattern)].map(([text]) => ({
        rule,
        place: `${file}:${line}`,
        text,
      }))
    })
  })
}

/** How often each rule may still be broken; a rule that is not listed, never. */
export function limits(): Record<string, number> {
  return existsSync(limitsFile) ? JSON.parse(readFileSync(limitsFile, "utf8")) : {}
}

export function counts(hits: Hit[]): Record<string, number> {
  const by = Object.groupBy(hits, ({ rule }) => rule)
  return Object.fromEntries(Object.keys(rules).map((rule) => [rule, by[rule]?.length ?? 0]))
}

if (import.meta.main) {
  const command = {
    usage: `npm run words -- [--lower]
Lists the places that break the rules of English in CONTRIBUTING.md, and their numbers.
  --lower  lowers the limits of words.json to these numbers
Exit codes: 0 listed; 1 it failed; 2 a mistyped command.`,
    options: { lower: { type: "boolean", default: false } },
  } as const
  await runCommandLine(command, () => {
    const { values } = readCommandLine(command)
    const hits = findWords()
    const today = counts(hits)
    for (const { rule, place, text } of hits) console.log(`${place}  ${rule}: ${text}`)
    console.log(today)
    if (values.lower) lowerLimits(today)
  })
}

function lowerLimits(today: Record<string, number>): void {
  const before = limits()
  const lowered = Object.entries(today).map(([rule, count]) => [
    rule,
    Math.min(count, before[rule] ?? count),
  ])
  const open = lowered.filter(([, count]) => count !== 0)
  writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(open), null, 2)}\n`)
}
