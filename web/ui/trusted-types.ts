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
 * A Trusted Types policy, or the plain rules if the browser does not support Trusted Types. Its
 * results are objects that the DOM types treat as strings. server/page/content-security-policy.ts
 * must allow its name, and each name can be used once.
 */
export function trustedPolicy<Made extends Rules>(name: string, rules: Made): Made {
  return window.trustedTypes?.createPolicy(name, rules) ?? rules
}
