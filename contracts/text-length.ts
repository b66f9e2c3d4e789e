/** The characters of a text, as the schemas of calls count them: an emoji is one. */
export function charactersIn(text: string): number {
  return [...text].length
}
