import { Fragment } from "react"

/** A username or an e-mail address: where it has no room on one line, it breaks after its signs. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[.@_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat, and stay in their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
