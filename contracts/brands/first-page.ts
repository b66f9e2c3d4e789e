import type { ClientGroup, InitData } from "./clients.ts"

/**
 * The data in the first HTML page, as JSON in `<script id="first-page">`, so that the browser can
 * paint before it calls the server.
 */
export interface FirstPage {
  initData: InitData
  /** The id of the page's build; undefined with a development server. */
  release?: string | undefined
  /** Null unless the client is a group of unions. */
  clientGroup: ClientGroup | null
  /** The suffix of each page title by screen name, if managed content contains one. */
  pageTitles: Record<string, string>
  /** Cleaned HTML by content title, for the shell and the first screen. */
  contents: Record<string, string>
}
