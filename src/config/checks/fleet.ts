import type { Finding } from '../problem.ts';
import type { SourcedDealer } from '../resolve-dealer.ts';

type Clash = Finding & Pick<SourcedDealer, 'file' | 'layers'>;

/** Rules that span files: every slug and host belongs to one dealer, once. */
export function checkFleet(dealers: readonly SourcedDealer[]): Clash[] {
  const owners = new Map<string, string>();
  return dealers.flatMap(({ file, dealer, layers }) =>
    [
      { path: 'slug', key: `slug ${dealer.slug}`, shown: dealer.slug },
      ...dealer.hosts.map((host, at) => ({ path: `hosts.${at}`, key: `host ${host}`, shown: host })),
      ...dealer.previousHosts.map((host, at) => ({
        path: `previousHosts.${at}`,
        key: `host ${host}`,
        shown: host,
      })),
    ].flatMap(({ path, key, shown }) => {
      const owner = owners.get(key);
      if (owner === undefined) {
        owners.set(key, file);
        return [];
      }
      const isOwn = owner === file;
      return [
        {
          file,
          layers,
          path,
          expected: isOwn ? 'each host once in a dealer file' : 'a value no other dealer file has',
          received: isOwn
            ? `${JSON.stringify(shown)} again`
            : `${JSON.stringify(shown)}, which ${owner} has as well`,
          remedy: isOwn ? 'Keep one of the two.' : 'Change one of the two files.',
        },
      ];
    }),
  );
}
