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
 * A policy of Trusted Types, or the rules themselves where the browser has no Trusted Types. What it
 * makes is an object of the browser's, which the DOM's types take for text. Its name must be one that
 * server/page/content-security-policy.ts allows, each once.
 */
export function trustedPolicy<Made extends Rules>(name: string, rules: Made): Made {
  return window.trustedTypes?.createPolicy(name, rules) ?? rules
}
