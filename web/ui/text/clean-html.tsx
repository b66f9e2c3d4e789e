import { type ComponentProps, useMemo } from "react"
import { trustedPolicy } from "../trusted-types.ts"

/** The only policy that lets HTML enter the page. */
const clean = trustedPolicy("clean-html", { createHTML: (html) => html })

interface CleanHtmlProps extends ComponentProps<"div"> {
  /** HTML cleaned by the server: managed content or a message, never user input. */
  html: string
}

export function CleanHtml({ html, ...rest }: CleanHtmlProps) {
  // One object per text, so that React does not replace the nodes on re-render.
  const inner = useMemo(() => ({ __html: clean.createHTML(html) }), [html])
  return <div {...rest} dangerouslySetInnerHTML={inner} />
}
