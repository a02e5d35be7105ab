import { memoizeByObject } from '../once-for-each.ts';
import type { PublicConfig } from './public-config.ts';

const PICTURE_KEY = /^(?:cdn|icon|image|logo|mark|photo|picture|poster|src)(?:s|Url)?$/i;
/** Pictures inside longer texts too: those of Markdown. */
const PICTURE_ADDRESS =
  /https:\/\/[^\s"'()<>]+\.(?:avif|gif|jpe?g|png|svg|webp)\b|(?<=!\[[^\]]*\]\()https:\/\/[^\s)]+/gi;

function originIn(address: string): string[] {
  // Placeholders of a CDN's template are behind its host.
  const url = URL.parse(address.replaceAll(/[{}]/g, ''));
  return url?.protocol === 'https:' ? [url.origin] : [];
}

function* hostsIn(value: unknown, key = '', hasAlt = false): Generator<string> {
  if (typeof value === 'string') {
    if (PICTURE_KEY.test(key) || (hasAlt && key === 'url')) yield* originIn(value);
    for (const [address] of value.matchAll(PICTURE_ADDRESS)) yield* originIn(address);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* hostsIn(item, key);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) yield* hostsIn(item, name, 'alt' in value);
  }
}

/** Origins of the pictures that a dealer's settings name: those of other websites, and of the image CDN. */
export const imageHosts = memoizeByObject((site: PublicConfig): string[] =>
  [...new Set(hostsIn(site))].sort(),
);
