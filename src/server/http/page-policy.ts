import { cspHash } from '#src/ui/csp-hash.ts';
import { textHeader, type WholeResponse } from '../responses/whole-response.ts';

const HEADER = 'content-security-policy';
const INLINE = /<(style|script)\b([^>]*)>(.*?)<\/\1>/gis;
const HASH = / '(sha256-[\w+/=]+)'/g;

/** The hashes of a page's inline styles and scripts. */
function inlineHashes(html: string): Set<string> {
  const found = new Set<string>();
  for (const [, name = '', attributes = '', text = ''] of html.matchAll(INLINE))
    if (name.toLowerCase() === 'style' || !/\ssrc=/i.test(attributes)) found.add(cspHash(text));
  return found;
}

/**
 * A page with a policy that names its own inline styles and scripts. Astro names those of all pages, which makes a header
 * of 5 KB, and a proxy commonly has 4 KB for all headers of a response (nginx's `proxy_buffer_size`).
 */
export function withOwnPolicy(response: WholeResponse): WholeResponse {
  const policy = textHeader(response, HEADER);
  if (policy === undefined) return response;
  const page = response.body.toString();
  const own = inlineHashes(page);
  const narrowed = policy.replace(HASH, (source, hash: string) => (own.has(hash) ? source : ''));
  return { ...response, headers: { ...response.headers, [HEADER]: narrowed } };
}
