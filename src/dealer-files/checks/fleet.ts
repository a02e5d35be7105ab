import { basename, dirname, join } from 'node:path';
import type { Finding } from '../problem.ts';
import type { SourcedDealer } from '../resolve-dealer.ts';
import type { HostOwners } from '../snapshot.ts';

type Clash = Finding & Pick<SourcedDealer, 'file' | 'layers'> & { rival?: string };

type Claim = { path: string; key: string; shown: string };

/** Values no two dealers may share. */
const claimsOf = ({ slug, hosts, previousHosts }: SourcedDealer['dealer']): Claim[] => [
  { path: 'slug', key: `slug ${slug}`, shown: slug },
  ...Object.entries({ hosts, previousHosts }).flatMap(([key, names]) =>
    names.map((host, at) => ({ path: `${key}.${at}`, key: `host ${host}`, shown: host })),
  ),
];

/** The owner of a slug or host: its dealer file, and whether its site is published with it. */
type Owner = { file: string; published?: string };

/**
 * A published site keeps its hosts even while its file is broken or missing; only a valid file without them
 * releases them.
 */
function publishedOwners(dealers: readonly SourcedDealer[], owners: HostOwners): Map<string, Owner> {
  const sound = new Map(dealers.map((each) => [each.dealer.slug, each]));
  const folder = dirname(dealers[0]?.file ?? '');
  const known = new Map<string, Owner>();
  for (const [host, slug] of owners) {
    const own = sound.get(slug);
    const key = `host ${host}`;
    if (own && !claimsOf(own.dealer).some((claim) => claim.key === key)) continue;
    known.set(key, { file: own?.file ?? join(folder, `${slug}.json`), published: slug });
  }
  return known;
}

function clashWords(file: string, shown: string, owner: Owner) {
  const name = JSON.stringify(shown);
  if (owner.file === file) {
    return {
      expected: 'each host once in a dealer file',
      received: `${name} again`,
      remedy: 'Keep one of the two.',
    };
  }
  const expected = 'a value no other dealer file has';
  if (owner.published === undefined) {
    const received = `${name}, which ${basename(owner.file)} also has`;
    return { expected, received, remedy: 'Change one of the two files.', rival: owner.file };
  }
  return {
    expected,
    received: `${name}, which is published as a host of "${owner.published}" (${basename(owner.file)})`,
    remedy: `Give ${basename(file)} hosts of its own. To move this one, remove it from ${basename(owner.file)} and build both dealers. A site whose file is gone gives it up with: npm run build -- --unpublish ${owner.published}`,
  };
}

/**
 * Rules across files: every slug and host belongs to one dealer. Of two dealers the published one keeps it, else the
 * first.
 */
export function checkFleet(dealers: readonly SourcedDealer[], published: HostOwners = new Map()): Clash[] {
  const owners = publishedOwners(dealers, published);
  return dealers.flatMap(({ file, dealer, layers }) => {
    const seen = new Set<string>();
    return claimsOf(dealer).flatMap(({ path, key, shown }) => {
      const owner = owners.get(key) ?? { file };
      owners.set(key, owner);
      const isFirst = owner.file === file && !seen.has(key);
      seen.add(key);
      return isFirst ? [] : [{ file, layers, path, ...clashWords(file, shown, owner) }];
    });
  });
}
