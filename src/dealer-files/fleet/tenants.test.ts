import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onOwnHost } from '#src/server/routes/request-address.ts';
import { demoDealers } from '../../../tests/fixtures/demo-dealers.ts';
import { createTenants } from './tenants.ts';

const dealers = demoDealers();
const tenants = createTenants(dealers);
const names = dealers.flatMap(({ slug, hosts }) =>
  [`${slug}.localhost`, ...hosts].map((host) => ({ slug, host })),
);
const cased = (text: string, upper: boolean[]) =>
  [...text].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join('');

it('PLAT-02 a dealer is found by its hosts in any case, with port and root dot', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.array(fc.boolean()),
      fc.option(fc.integer({ min: 1, max: 65535 })),
      fc.boolean(),
      ({ slug, host }, upper, port, dot) => {
        const header = `${cased(host, upper)}${dot ? '.' : ''}${port === null ? '' : `:${port}`}`;
        expect(tenants.byHost(header)?.slug).toBe(slug);
      },
    ),
  );
});

it('PLAT-02 no other name finds a dealer', () => {
  const known = new Set(names.map(({ host }) => host));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.domain()), (host) => {
      fc.pre(
        !known.has(
          host
            .toLowerCase()
            .replace(/:\d{1,5}$/, '')
            .replace(/\.$/, ''),
        ),
      );
      expect(tenants.byHost(host)).toBeUndefined();
    }),
  );
  expect(tenants.byHost(undefined)).toBeUndefined();
});

it('PLAT-02 a name with a number that is no port finds no dealer', () => {
  for (const { host, slug } of names) {
    const name = host.replace(/:\d+$/, '');
    expect(tenants.byHost(`${name}:65535`)?.slug).toBe(slug);
    for (const port of [65_536, 99_999]) expect(tenants.byHost(`${name}:${port}`)).toBeUndefined();
  }
});

it('PLAT-02 a slug finds its dealer and nothing else does', () => {
  expect(tenants.bySlug('riverbend')?.name).toBe('Riverbend Motor Group');
  for (const slug of ['', 'Riverbend', '__proto__', 'constructor'])
    expect(tenants.bySlug(slug)).toBeUndefined();
});

it('NAV-12 previousHosts: every address of an earlier host leads to the same one on the first of the own', () => {
  const [first] = dealers;
  if (!first) throw new Error('No dealer to test with');
  const moved = createTenants([
    { ...first, hosts: ['www.own.example', 'own.example'], previousHosts: ['old.example'] },
  ]);
  const asked = (host: string, path = '/stock.php?id=7') =>
    onOwnHost(moved, host, new URL(path, 'https://site.invalid'), true);
  expect(asked('old.example')).toBe('https://www.own.example/stock.php?id=7');
  expect(asked('OLD.example.:8080', '/')).toBe('https://www.own.example/');
  expect(['www.own.example', 'own.example', 'other.example'].map((host) => asked(host))).toEqual([
    undefined,
    'https://www.own.example/stock.php?id=7',
    undefined,
  ]);
  const tried = onOwnHost(moved, 'own.example:8080', new URL('/a?b=c', 'https://site.invalid'), false);
  expect(tried, 'tried out without TLS').toBe('//www.own.example:8080/a?b=c');
});
