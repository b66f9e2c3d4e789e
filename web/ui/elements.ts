import type { ReactElement } from "react"

/**
 * Elements that may stand beside other elements, without loose text. A translating browser replaces the
 * text nodes of a page, and a component that stays then breaks on a text that has no element.
 */
export type Elements = ReactElement | readonly Elements[] | false | "" | null | undefined
