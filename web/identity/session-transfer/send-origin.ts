/**
 * Makes the browser send this site's origin to the pages opened from here, because the receiving
 * site of a session transfer checks it. Otherwise pages send no referrer to other sites.
 */
export function sendOrigin(): void {
  const policy = document.createElement("meta")
  policy.name = "referrer"
  policy.content = "strict-origin"
  document.head.append(policy)
}
