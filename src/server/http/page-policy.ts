import { cspHash } from '#src/ui/csp-hash.ts';
import { textHeader, type WholeResponse } from '../responses/whole-response.ts';

const HEADER = 'content-security-policy';
const INLINE = /<(style|script)\b([^>]*)>(.*?)<\/\1>/gis;
const HASH = / '(sha256-[\w+/=]+)'/g;
const STRICT = "'strict-dynamic'";
const MODULE = /<script type="module" src="([^"]+)"><\/script>/g;

/** The hashes of a page's inline styles and scripts. */
function inlineHashes(html: string): Set<string> {
  const found = new Set<string>();
  for (const [, name = '', attributes = '', text = ''] of html.matchAll(INLINE))
    if (name.toLowerCase() === 'style' || !/\ssrc=/i.test(attributes)) found.add(cspHash(text));
  return found;
}

/** In their order: each may rely on those before it. */
const importsOf = (addresses: readonly string[]) =>
  `for (const at of ${JSON.stringify(addresses)}) await import(at).catch(console.error)`;

/**
 * With 'strict-dynamic' a browser runs scripts that the policy names, and what those load. It knows no scripts by their
 * address then, so one inline script loads those of the page, which are still fetched early.
 */
function withImports(html: string): { html: string; hash: string } | undefined {
  const addresses = [...html.matchAll(MODULE)].map(([, address = '']) => address);
  if (addresses.length === 0) return undefined;
  const script = importsOf(addresses);
  const preloading = html.replace(MODULE, '<link rel="modulepreload" href="$1">');
  const end = preloading.lastIndexOf('</body>');
  return {
    html: `${preloading.slice(0, end)}<script type="module">${script}</script>${preloading.slice(end)}`,
    hash: cspHash(script),
  };
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
  const strict = narrowed.includes(STRICT) ? withImports(page) : undefined;
  if (!strict) return { ...response, headers: { ...response.headers, [HEADER]: narrowed } };
  const body = Buffer.from(strict.html);
  return {
    ...response,
    headers: {
      ...response.headers,
      [HEADER]: narrowed.replace(STRICT, `${STRICT} '${strict.hash}'`),
      ...('content-length' in response.headers && { 'content-length': String(body.length) }),
    },
    body,
  };
}
