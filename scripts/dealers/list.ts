import { basename } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readDealerFiles } from '#src/dealer-files/load-dealers.ts';
import { publishedHosts, readSnapshots } from '#src/dealer-files/release/snapshot.ts';
import { columns, type Terminal } from '../command/command.ts';
import type { Request } from './arguments.ts';

const HEADS = ['slug', 'name', 'template', 'group', 'state', 'hosts', 'locations', 'makes'];

/** Makes a dealer says it sells; stock may hold others. */
const makesSold = ({ manufacturer, locations, brands }: DealerConfig): string[] => [
  ...new Set([
    ...(manufacturer === undefined ? [] : [manufacturer]),
    ...locations.flatMap(({ manufacturers }) => manufacturers),
    ...brands.flatMap(({ make }) => make ?? []),
  ]),
];

const rowOf = (dealer: DealerConfig): string[] => [
  dealer.slug,
  dealer.name,
  dealer.template,
  dealer.group ?? '',
  dealer.status.state,
  dealer.hosts.join(' '),
  String(dealer.locations.length),
  makesSold(dealer).join(', '),
];

/** `list`. @returns the exit code */
export function runList({ dealersDir, dist }: Request, terminal: Terminal): number {
  const { files, sound, problems } = readDealerFiles(dealersDir, publishedHosts(readSnapshots(dist)));
  const valid = new Set(sound.map(({ file }) => file));
  const broken = files.filter((file) => !valid.has(file));
  if (files.length === 0) terminal.log(`No dealer files in ${dealersDir}.`);
  if (sound.length > 0) terminal.log(columns([HEADS, ...sound.map(({ dealer }) => rowOf(dealer))]));
  for (const file of broken) {
    const name = basename(file);
    const count = problems.filter((each) => each.file === file || each.affects?.includes(name)).length;
    const slug = basename(name, '.json');
    const mistakes = count === 1 ? '1 mistake' : `${count} mistakes`;
    terminal.error(`${slug}  left out for ${mistakes}: npm run dealers -- check ${slug}`);
  }
  return broken.length > 0 ? 1 : 0;
}
