import { cspHash } from '#src/ui/csp-hash.ts';

/** Elements whose text a policy allows by its hash; data, such as JSON-LD, needs none. */
const INLINE = /<(style|script)(?: (?!src=)[\w-]+(?:="[^"]*")?)*>([\s\S]*?)<\/\1>/g;
const HASH = / '(sha256-[\w+/=]+)'/g;

/**
 * The policy of one page: Astro allows the styles and scripts of all pages of the build, whose hashes, which do not
 * compress, were a seventh of a page that is a file. What the given policy does not allow stays refused.
 * @param html the complete page
 */
export function policyOfPage(policy: string, html: string): string {
  const used = new Set<string>(Array.from(html.matchAll(INLINE), ([, , text = '']) => cspHash(text)));
  return policy.replace(HASH, (source, hash: string) => (used.has(hash) ? source : ''));
}
