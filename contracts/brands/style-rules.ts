/** A rule of the style sheet, as listed by the build. */
export type StyleRule =
  /**
   * `needs` lists the classes (with a dot) and elements of each selector. The rule is needed if all
   * those of one selector are present.
   */
  | { css: string; needs?: string[][]; keyframes?: string }
  /** A group such as `@media …`. */
  | { at: string; rules: StyleRule[] }
