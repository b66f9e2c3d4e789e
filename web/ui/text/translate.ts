import { createElement, Fragment, type ReactElement, type ReactNode } from "react"

// Browsers translate pages. Names, numbers, codes, dates and amounts must stay unchanged, so each
// is in an element with the attribute `translate`.

/**
 * The attribute `translate` for a value: "no" for a date, number or amount without words, an email
 * address, and a code or number with letters, such as HM2133871.
 */
export function translateOf(value: unknown): "no" | undefined {
  const isData = (text: string) => !/\p{L}/u.test(text) || /^\S*[\d@]\S*$/.test(text)
  return typeof value === "string" && isData(value) ? "no" : undefined
}

/**
 * A sentence with data: kept`You refund ${amount} to ${name}.` Translations of the sentence leave
 * each inserted text unchanged. Elements and other sentences can also be inserted.
 */
export function kept(sentence: TemplateStringsArray, ...data: ReactNode[]): ReactElement {
  const parts = sentence.flatMap((text, index) => [text !== "" && words(text), own(data[index])])
  return createElement(Fragment, null, ...parts)
}

/** A list of values that translations leave unchanged. */
export function listed(parts: readonly ReactNode[], separator = ", "): ReactElement {
  const all = parts.flatMap((part, index) => [index > 0 && words(separator), own(part)])
  return createElement(Fragment, null, ...all)
}

/** Translatable words in an element that can stand beside other elements. */
export function words(text: string): ReactElement {
  return createElement("span", null, text)
}

function own(value: ReactNode): ReactNode {
  if (typeof value !== "string") return value
  return value !== "" && createElement("span", { translate: "no" }, value)
}
