/**
 * Replaces commands in texts for the operator with the form that the operator types:
 * `npm run my-account -- check`, or `my-account check` under the wrapper deploy/my-account, which sets
 * TYPED_AS. `npm run` would not have the wrapper's settings and user.
 */
export function asTyped(text: string, wrapper = process.env.TYPED_AS): string {
  return wrapper ? text.replaceAll(/\bnpm run my-account -- /g, `${wrapper} `) : text
}

/** Prints texts for the operator in this process. */
export const terminal = {
  out: (text: string) => console.log(asTyped(text)),
  err: (text: string) => console.error(asTyped(text)),
}

/** A path as one word of a shell command. */
export function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
