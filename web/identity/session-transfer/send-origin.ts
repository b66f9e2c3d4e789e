/**
 * Lets the browser tell the pages that this one leads to from which site they were opened: the
 * origin alone, which the site of a session transfer compares. Pages tell other sites nothing
 * unless this is called.
 */
export function sendOrigin(): void {
  const policy = document.createElement("meta")
  policy.name = "referrer"
  policy.content = "strict-origin"
  document.head.append(policy)
}
