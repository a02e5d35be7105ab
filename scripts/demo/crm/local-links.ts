import { xmlText } from '#src/platform/text/xml.ts';

/** Where a site of the demo is, by the host that its messages name. */
export type LocalSites = Readonly<Record<string, string>>;

const ADDRESS = /https?:\/\/[^\s<>"]+/g;

/** The same address on this machine, if it is of a site of the demo. */
function onThisMachine(address: string, sites: LocalSites): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { host, pathname, search } = new URL(address);
  const origin = Object.hasOwn(sites, host) ? sites[host] : undefined;
  return origin === undefined ? undefined : `${origin}${pathname}${search}`;
}

/** A message as HTML, in which the links to sites of the demo work: their hosts are those of dealers who do not exist. */
export function withLocalLinks(text: string, sites: LocalSites): string {
  let html = '';
  let at = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const [address] = found;
    const local = onThisMachine(address, sites);
    html += xmlText(text.slice(at, found.index));
    html += local === undefined ? xmlText(address) : `<a href="${xmlText(local)}">${xmlText(address)}</a>`;
    at = found.index + address.length;
  }
  return html + xmlText(text.slice(at));
}
