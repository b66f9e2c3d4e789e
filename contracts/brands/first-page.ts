import type { ClientGroup, InitData } from "./clients.ts"

/**
 * What the first HTML page already holds, as JSON in `<script id="first-page">`, so that the
 * browser makes no call before it paints.
 */
export interface FirstPage {
  initData: InitData
  /** Where the client is a group of unions. */
  clientGroup: ClientGroup | null
  /** Suffix of each page title by screen name, where managed content words it. */
  pageTitles: Record<string, string>
  /** Cleaned HTML by content title: the shell's and the first screen's. */
  contents: Record<string, string>
}
