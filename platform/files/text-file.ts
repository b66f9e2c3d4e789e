/** The content of a text file, and its name relative to the folder. */
export interface TextFile {
  file: string
  text: string
}

const lineStarts = new WeakMap<TextFile, number[]>()

/**
 * The line of this character. Finds all lines once, because a large file can have many problems.
 */
export function lineAt(source: TextFile, offset: number): number {
  let starts = lineStarts.get(source)
  if (!starts) {
    starts = [0]
    for (
      let end = source.text.indexOf("\n");
      end !== -1;
      end = source.text.indexOf("\n", end + 1)
    ) {
      starts.push(end + 1)
    }
    lineStarts.set(source, starts)
  }
  let [line, after] = [0, starts.length]
  while (after - line > 1) {
    const middle = (line + after) >> 1
    if ((starts[middle] ?? 0) <= offset) line = middle
    else after = middle
  }
  return line + 1
}
