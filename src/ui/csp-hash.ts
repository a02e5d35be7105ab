import { createHash } from 'node:crypto';

/**
 * How a content security policy names an inline style or script, without the quotes around it:
 * https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export const cspHash = (text: string | Buffer) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}` as const;
