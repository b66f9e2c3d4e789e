import { type ComponentProps, useMemo } from "react"
import { trustedPolicy } from "../trusted-types.ts"

/** The one way by which HTML gets into the page: no other part of it can make such a text. */
const clean = trustedPolicy("clean-html", { createHTML: (html) => html })

interface CleanHtmlProps extends ComponentProps<"div"> {
  /** HTML that the server has cleaned: managed content or a message. Never a person's own words. */
  html: string
}

export function CleanHtml({ html, ...rest }: CleanHtmlProps) {
  // One object for one text, so that React leaves the nodes alone when it draws again.
  const inner = useMemo(() => ({ __html: clean.createHTML(html) }), [html])
  return <div {...rest} dangerouslySetInnerHTML={inner} />
}
