import type { ReactElement } from "react"

/**
 * Children without loose text nodes. A translating browser replaces the text nodes of a page, and a
 * mounted component then crashes when it updates text that is not in its own element.
 */
export type Elements = ReactElement | readonly Elements[] | false | "" | null | undefined
