import { readFileSync } from "node:fs"
import { isIP } from "node:net"
import { userInfo } from "node:os"
import { type Form, SettingFault } from "./setting.ts"

/** One of these words. */
export function oneOf<const Word extends string>(...words: Word[]): Form<Word> {
  return {
    must: new Intl.ListFormat("en-US", { type: "disjunction" }).format(
      words.map((word) => `"${word}"`),
    ),
    example: words[0] ?? "",
    read: (text) => words.find((word) => word === text),
  }
}

/** These words, separated by commas. */
export function someOf<const Word extends string>(...words: Word[]): Form<readonly Word[]> {
  return {
    must: `some of ${words.join(", ")}, separated by commas`,
    example: words.slice(0, 2).join(","),
    read(text) {
      const named = text.split(",").map((word) => words.find((one) => one === word.trim()))
      return named.includes(undefined) ? undefined : (named as Word[])
    },
  }
}

/** A whole number; `unit` is the unit of the number, such as "seconds". */
export function wholeNumber(
  least: number,
  most: number,
  { unit = "", example = least }: { unit?: string; example?: number } = {},
): Form<number> {
  return {
    must: `a whole number from ${least} to ${most}${unit && ` (${unit})`}`,
    example: `${example}`,
    read(text) {
      const number = Number(text)
      const isFit = /^\d+$/.test(text) && number >= least && number <= most
      return isFit ? number : undefined
    },
  }
}

export const port: Form<number> = {
  must: "a port number from 0 to 65535",
  example: "3000",
  read: wholeNumber(0, 65_535).read,
}

/** The domain may be a host name of this machine. */
export const emailAddress: Form<string> = {
  must: "an email address",
  example: "no-reply@example.com",
  read: (text) => (/^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text) ? text : undefined),
}

/** A contact as a URI: an email address, or a page over HTTPS. */
export const contact: Form<string> = {
  must: "an email address or the address of an HTTPS page",
  example: "security@example.com",
  read(text) {
    if (/^https:\/\/[!-~]+$/.test(text) && URL.canParse(text)) return text
    const address = emailAddress.read(text)
    return address && `mailto:${address}`
  },
}

/** An IP address or the host name of this machine. */
export const listeningAddress: Form<string> = {
  must: "an IP address of this machine, or localhost",
  example: "127.0.0.1",
  read: (text) => (isIP(text) !== 0 || text === "localhost" ? text : undefined),
}

/** A URL with one of these protocols. It may contain a password: mark the setting as secret. */
export function urlOf(protocols: readonly string[], example: string): Form<string> {
  return {
    must: `an address that begins with ${protocols.map((one) => `${one}//`).join(" or ")}, with # @ / in its password percent-encoded`,
    example,
    read: (text) => (protocols.includes(URL.parse(text)?.protocol ?? "") ? text : undefined),
  }
}

/** An HTTP address without a user, password, query or fragment, which would be sent or logged. */
export function plainAddress(example: string): Form<string> {
  return {
    must: `like ${example}, without user, password and query`,
    example,
    read(text) {
      const url = URL.parse(text)
      const isHttp = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
      return isHttp && !url.username && !url.password ? text : undefined
    },
  }
}

/** A secret on one line, which begins with one of these texts. */
export function secretLike(beginnings: readonly string[], example: string): Form<string> {
  const begins = beginnings.length > 0 ? ` that begins with ${beginnings.join(" or ")}` : ""
  return {
    must: `one word of visible ASCII characters${begins}`,
    example,
    read(text) {
      if (!/^[\x21-\x7e]+$/.test(text)) return undefined
      if (beginnings.length === 0) return text
      return beginnings.some((one) => text.startsWith(one)) ? text : undefined
    },
  }
}

/** A secret that the operator makes up, which must be too long to guess. */
export function secretWord(least: number, example: string): Form<string> {
  const word = secretLike([], example)
  return {
    must: `${word.must}, at least ${least} of them`,
    example,
    read: (text) => (text.length >= least ? word.read(text) : undefined),
  }
}

/** Any text of one line without surrounding spaces. */
export function textLike(must: string, example: string): Form<string> {
  return {
    must,
    example,
    read: (text) => (/^\S(?:[^\r\n]*\S)?$/.test(text) ? text : undefined),
  }
}

export function path(example: string): Form<string> {
  return textLike("a path without surrounding spaces", example)
}

/**
 * The reason why this process cannot read a file, as the end of "names a file that …". The operator
 * who typed the path may be root while the process runs as another user, so the text includes the
 * user's name.
 */
export function fileFault(error: unknown, user = userName()): string {
  const { code = "" } = error as NodeJS.ErrnoException
  if (code === "ENOENT") return "does not exist"
  if (code === "EISDIR") return "is a folder"
  if (code !== "EACCES") return `cannot be read (${code})`
  return `the user ${user} may not read. Let this user read it, and enter each folder above it`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a user id without a name.
    return `with the number ${process.getuid?.()}`
  }
}

/** The content of a text file. Errors: `SettingFault`. */
export function fileOf(example: string): Form<string> {
  return {
    must: "the path of a file that this process can read",
    example,
    read(path) {
      try {
        return readFileSync(path, "utf8")
      } catch (error) {
        throw new SettingFault(`names a file that ${fileFault(error)}.`, { cause: error })
      }
    },
  }
}
