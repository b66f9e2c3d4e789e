interface Rules {
  createHTML?(html: string): string
  createScriptURL?(address: string): string
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy<Made extends Rules>(name: string, rules: Made): Made }
  }
}

/**
 * A Trusted Types policy, or the rules themselves if the browser has no Trusted Types. Its results
 * are objects of the browser, which the DOM types treat as strings. Its name must be one that
 * server/page/content-security-policy.ts allows, each once.
 */
export function trustedPolicy<Made extends Rules>(name: string, rules: Made): Made {
  return window.trustedTypes?.createPolicy(name, rules) ?? rules
}
