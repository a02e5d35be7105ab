import { cspHash } from '#src/ui/csp-hash.ts';

/**
 * Text of an inline script, and its hash for the content security policy.
 * @param text calls functions that reference nothing outside themselves: `(${hold})()`
 */
export const inlineScript = (text: string) => ({ text, hash: cspHash(text) });
