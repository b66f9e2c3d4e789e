import type { ComponentProps } from "react"

interface CleanHtmlProps extends ComponentProps<"div"> {
  /** HTML that the server has cleaned: managed content or a message. Never a person's own words. */
  html: string
}

export function CleanHtml({ html, ...rest }: CleanHtmlProps) {
  return <div {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}
