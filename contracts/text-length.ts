/** The number of characters in a text, as counted by the schemas of calls: an emoji is one. */
export function charactersIn(text: string): number {
  return [...text].length
}
