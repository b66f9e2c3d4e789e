/** A rule of the style sheet, as the build lists it. */
export type StyleRule =
  /** `needs` has the classes (with a dot) and elements of each selector: one must be complete. */
  | { css: string; needs?: string[][]; keyframes?: string }
  /** A group such as `@media …`. */
  | { at: string; rules: StyleRule[] }
