import { cspHash } from '#src/ui/csp-hash.ts';
import { EXACT, elementsOf } from './page-bytes.ts';

const KINDS = ['style', 'script'] as const;
/** How an element begins if a policy allows its text by a hash; data, such as JSON-LD, needs none. */
const INLINE = /^<(?:style|script)(?: (?!src=)[\w-]+(?:="[^"]*")?)*>/;
/** More than any of them has of attributes. */
const MOST_OF_A_TAG_BYTES = 1024;
const HASH = / '(sha256-[\w+/=]+)'/g;

/**
 * The policy of one page: Astro allows the styles and scripts of all pages of the build, whose hashes, which do not
 * compress, were a seventh of a page that is a file. What the given policy does not allow stays refused.
 * @param page complete
 */
export function policyOfPage(policy: string, page: Buffer): string {
  const used = new Set<string>();
  for (const kind of KINDS) {
    const ends = `</${kind}>`;
    for (const { from, to } of elementsOf(page, `<${kind}`, ends)) {
      const [tag] = INLINE.exec(page.toString(EXACT, from, Math.min(to, from + MOST_OF_A_TAG_BYTES))) ?? [];
      if (tag !== undefined) used.add(cspHash(page.subarray(from + tag.length, to - ends.length)));
    }
  }
  return policy.replace(HASH, (source, hash: string) => (used.has(hash) ? source : ''));
}
