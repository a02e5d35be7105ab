import { createHash } from 'node:crypto';

/** Elements whose text a policy allows by its hash; data, such as JSON-LD, needs none. */
const INLINE = /<(style|script)(?: (?!src=)[\w-]+(?:="[^"]*")?)*>([\s\S]*?)<\/\1>/g;
const HASH = / '(sha256-[\w+/=]+)'/g;

export const hashOf = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * The policy of one page: Astro allows the styles and scripts of all pages of the build, whose hashes, which do not
 * compress, were a seventh of a page that is a file. What the given policy does not allow stays refused.
 * @param html the complete page
 */
export function policyOfPage(policy: string, html: string): string {
  const used = new Set(Array.from(html.matchAll(INLINE), ([, , text = '']) => hashOf(text)));
  return policy.replace(HASH, (source, hash: string) => (used.has(hash) ? source : ''));
}
