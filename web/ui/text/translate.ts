import { createElement, Fragment, type ReactElement, type ReactNode } from "react"

// Browsers translate pages. Names, numbers, codes, dates and amounts must stay as they are, so each
// has an element with the attribute `translate`.

/**
 * The attribute `translate` of a value: a date, number or amount without words stays as it is, and so
 * does an email address and a code or number with letters, such as HM2133871.
 */
export function translateOf(value: unknown): "no" | undefined {
  const isData = (text: string) => !/\p{L}/u.test(text) || /^\S*[\d@]\S*$/.test(text)
  return typeof value === "string" && isData(value) ? "no" : undefined
}

/**
 * A sentence with data: kept`You refund ${amount} to ${name}.` Each text that is put into it stays as
 * it is when the rest is translated. Elements and other sentences can be put into it too.
 */
export function kept(sentence: TemplateStringsArray, ...data: ReactNode[]): ReactElement {
  const parts = sentence.flatMap((text, index) => [text !== "" && words(text), own(data[index])])
  return createElement(Fragment, null, ...parts)
}

/** A list with data: each text of it stays as it is. */
export function listed(parts: readonly ReactNode[], separator = ", "): ReactElement {
  const all = parts.flatMap((part, index) => [index > 0 && words(separator), own(part)])
  return createElement(Fragment, null, ...all)
}

/** Words to translate, in an element that can stand beside others. */
export function words(text: string): ReactElement {
  return createElement("span", null, text)
}

function own(value: ReactNode): ReactNode {
  if (typeof value !== "string") return value
  return value !== "" && createElement("span", { translate: "no" }, value)
}
