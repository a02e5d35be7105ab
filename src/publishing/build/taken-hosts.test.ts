import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { HostClaims } from '#src/dealer-files/release/snapshot.ts';
import { refuseTakenHosts } from './failed-site.ts';

const dealer = (slug: string, ...hosts: string[]) =>
  ({ slug, hosts, previousHosts: [] as string[] }) as unknown as DealerConfig;
const published = (...dealers: DealerConfig[]): HostClaims => ({
  published: dealers.map((each) => ({
    slug: each.slug,
    dealer: each,
  })),
  unreadable: [],
});
const refused = (dealers: DealerConfig[], snapshots: HostClaims) =>
  refuseTakenHosts(dealers, snapshots).map(({ slug }) => slug);

it('CFG-01 a dealer with a published dealer’s host is refused with both names and the remedy', () => {
  const [failure] = refuseTakenHosts([dealer('copy', 'a.example')], published(dealer('owner', 'a.example')));
  expect(failure).toMatchObject({ slug: 'copy', host: 'a.example' });
  expect(failure?.reason).toContain('"owner"');
  expect(failure?.reason).toContain('npm run build -- owner copy');
});

it('CFG-01 a host moves between two dealers that are built together, not with the second alone', () => {
  const snapshots = published(dealer('from', 'a.example', 'b.example'));
  const [from, to] = [dealer('from', 'b.example'), dealer('to', 'a.example')];
  expect(refused([from, to], snapshots)).toEqual([]);
  expect(refused([to], snapshots)).toEqual(['to']);
});

it('CFG-01 a dealer refused keeps its own hosts from a third', () => {
  const snapshots = published(dealer('one', 'a.example'), dealer('two', 'b.example'));
  const chain = [dealer('two', 'a.example'), dealer('three', 'b.example')];
  expect(refused(chain, snapshots)).toEqual(['two', 'three']);
});

it('CFG-01 a host of a site whose settings cannot be read is taken too', () => {
  const unreadable = [{ slug: 'old', reason: 'format 0', hosts: ['a.example'] }];
  expect(refused([dealer('new', 'a.example')], { published: [], unreadable })).toEqual(['new']);
  expect(refused([dealer('old', 'a.example')], { published: [], unreadable })).toEqual([]);
});
