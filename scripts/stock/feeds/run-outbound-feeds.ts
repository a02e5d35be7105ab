import { readEnvironment } from '#src/config/environment.ts';
import { whatExists } from '#src/dealer-files/config-problem.ts';
import { liveDealers } from '#src/dealer-files/fleet/published-fleet.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { reportFeeds } from '#src/features/feeds/server/outbound-feed-report.ts';
import { requireData } from '#src/server/data-installation.ts';
import { openServices } from '#src/server/services.ts';
import {
  type Called,
  commandOf,
  existingDealersFolder,
  type Terminal,
  UsageError,
} from '../../command/command.ts';
import { feedLines } from './feed-text.ts';

const OPTIONS = {
  'dealers-dir': { type: 'string' },
  dist: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const USAGE = `The feeds of a dealer's stock for advertisers: their addresses, and the vehicles they leave out.

  npm run stock -- feeds <dealer> [--dist <folder of the build>] [--dealers-dir <folder>]

A feed is offered where the dealer file says so: "outboundFeeds": { "google": true }. Anyone with its address can read
it; a higher "outboundFeeds.token" gives all feeds of the dealer new addresses.`;

async function show({ values, positionals }: Called<typeof OPTIONS>, terminal: Terminal): Promise<number> {
  const [slug, ...others] = positionals;
  if (slug === undefined || others.length > 0) throw new UsageError('Name one dealer.');
  const dist = distFolder(values.dist);
  const { dealers } = liveDealers({ dist, dealersDir: existingDealersFolder(values['dealers-dir']) });
  const dealer = dealers.find((each) => each.slug === slug);
  if (!dealer) {
    const known = dealers.map((each) => each.slug);
    throw new Error(`There is no dealer "${slug}". ${whatExists(slug, known)}`);
  }
  const env = readEnvironment(process.env);
  requireData(dist, env, false);
  const services = await openServices({ env, dealers });
  try {
    const reports = await reportFeeds(services, dealer);
    if (reports.length === 0)
      terminal.log(
        `${slug} offers no feed. Switch one on in its dealer file: "outboundFeeds": { "google": true }`,
      );
    for (const report of reports) terminal.log(`\n${report.address}\n${feedLines(report).join('\n')}`);
    return 0;
  } finally {
    await services.close();
  }
}

/** What `npm run stock -- feeds …` does. @returns the exit code */
export const runOutboundFeeds = commandOf(USAGE, OPTIONS, show);
