import { expect, it } from 'vitest';
import { demoDealers } from '../../../tests/fixtures/demo-dealers.ts';
import { canonicalOrigin, toPublicConfig } from './public-config.ts';

const dealers = demoDealers();

/** Every text and every key of a value, however deep. */
function everything(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...everything(item)]);
}

/** Every key of a value, however deep; "stock" is also the text of a menu's list. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...keysOf(item)]);
}

it.each(dealers)('CFG-23 the browser sees no secret name, webhook or feed of $slug', (dealer) => {
  const { feed } = dealer.stock;
  const kept = [...dealer.leads.destinations.flatMap(everything), feed?.file ?? ''].filter(
    // A word such as the name of a category is no secret.
    (text) => /^[A-Z0-9_]+_[A-Z0-9_]+$|[/@]/.test(text),
  );
  expect(kept.length).toBeGreaterThan(2);
  const seen = everything(toPublicConfig(dealer));
  for (const secret of kept) expect(seen.join('\n')).not.toContain(secret);
  const keys = keysOf(toPublicConfig(dealer));
  for (const key of ['destinations', 'signingKey', 'feed', 'stock', 'hosts', 'group']) {
    expect(keys).not.toContain(key);
  }
  expect(seen.filter((text) => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(text))).toEqual([]);
});

it.each(dealers)('CFG-23 a key added to the configuration of $slug does not leak', (dealer) => {
  const grown = {
    ...dealer,
    podiumToken: 'PODIUM_TOKEN_NAME',
    leads: { ...dealer.leads, inbox: 'private@dealer.example' },
  };
  const seen = everything(toPublicConfig(grown)).join('\n');
  expect(seen).not.toMatch(/podiumToken|PODIUM_TOKEN_NAME|inbox|private@dealer/);
});

it('CFG-01 the origin is the first host over https, or the local name', () => {
  expect(canonicalOrigin({ slug: 'a', hosts: ['www.a.example', 'a.example'] })).toBe('https://www.a.example');
  expect(canonicalOrigin({ slug: 'a', hosts: [] })).toBe('http://a.localhost:4321');
});
