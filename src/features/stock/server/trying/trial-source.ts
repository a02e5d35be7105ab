import { FEED_SOURCES, SIGN_IN_SETTINGS } from '#src/config/sections/stock/feed-section.ts';
import { FILE_SERVER_PORTS } from '#src/platform/http/public-address.ts';

const without = (settings: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => !keys.includes(key)));

/** Protocol, host and port of an address. */
function serverOf(address: unknown): string | undefined {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (!url) return undefined;
  const [usualPort = ''] = FILE_SERVER_PORTS[url.protocol] ?? [];
  // Of addresses that are not for the web, URL keeps the capitals.
  return `${url.protocol}//${url.hostname.toLowerCase()}:${url.port || usualPort}`;
}

/** The same settings of a feed that is read from elsewhere; secrets go only to the server that they are for. */
export function withSource(settings: object, source: { file: string } | { url: string }): object {
  const server = 'url' in source ? serverOf(source.url) : undefined;
  const isOwnServer = server !== undefined && 'url' in settings && server === serverOf(settings.url);
  const others = without(settings, FEED_SOURCES);
  return { ...(isOwnServer ? others : without(others, SIGN_IN_SETTINGS)), ...source };
}
