import { Fragment } from "react"

/** After the @ of an email address, and after punctuation before it: its domain stays whole. */
const breaks = /(?<=@)|(?<=[._])(?<!@.*)/

/** A username or email address that breaks after punctuation if it does not fit on one line. */
export function Breakable({ text }: { text: string }) {
  return text.split(breaks).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat, and stay in their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span translate="no">{part}</span>
    </Fragment>
  ))
}
