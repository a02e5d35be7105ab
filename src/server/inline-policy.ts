import { cspHash } from '#src/ui/csp-hash.ts';
import { EXACT, elementsOf } from './page-bytes.ts';

const KINDS = ['style', 'script'] as const;
/** An element whose text a policy allows by its hash; data, such as JSON-LD, needs none. */
const INLINE = /^<(style|script)(?: (?!src=)[\w-]+(?:="[^"]*")?)*>([\s\S]*)<\/\1>$/;
const HASH = / '(sha256-[\w+/=]+)'/g;

/**
 * The policy of one page: Astro allows the styles and scripts of all pages of the build, whose hashes, which do not
 * compress, were a seventh of a page that is a file. What the given policy does not allow stays refused.
 * @param page complete
 */
export function policyOfPage(policy: string, page: Buffer): string {
  const used = new Set<string>();
  for (const kind of KINDS) {
    for (const { text } of elementsOf(page, `<${kind}`, `</${kind}>`)) {
      const [, , content] = INLINE.exec(text) ?? [];
      if (content !== undefined) used.add(cspHash(Buffer.from(content, EXACT)));
    }
  }
  return policy.replace(HASH, (source, hash: string) => (used.has(hash) ? source : ''));
}
