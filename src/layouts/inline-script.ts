import { cspHash } from '#src/ui/csp-hash.ts';

/**
 * Text of an inline script without the spaces of its layout, and its hash for the content security policy.
 * @param code calls functions that reference nothing outside themselves: `(${later})()`. Its texts may not need the
 * spaces around an operator
 */
export function inlineScript(code: string) {
  const text = code
    .replaceAll(/([{}(;,])?\n\s+/g, (_, end = '\n') => end)
    .replaceAll(/ ?(=>|&&|\|\||[={}()<>,:;]) ?/g, '$1');
  return { text, hash: cspHash(text) };
}
