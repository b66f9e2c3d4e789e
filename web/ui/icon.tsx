import type { IconNode } from "lucide"
import { createElement } from "react"

interface IconProps {
  /** The shape, from the data of `lucide`. */
  of: IconNode
  /** Width and height in pixels. */
  size?: number
  /** The accessible name, if no text stands next to it. */
  label?: string
}

export function Icon({ of, size = 24, label }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {of.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  )
}
