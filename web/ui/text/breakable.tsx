import { Fragment } from "react"

/** A username or email address that breaks after punctuation if it does not fit on one line. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[.@_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat, and stay in their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span translate="no">{part}</span>
    </Fragment>
  ))
}
