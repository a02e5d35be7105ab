import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment } from '#src/config/environment.ts';
import { whatExists } from '#src/dealer-files/config-problem.ts';
import { liveDealers } from '#src/dealer-files/fleet/published-fleet.ts';
import { deliverByHand } from '#src/features/feeds/server/deliveries/deliver-feed.ts';
import { deliveryName } from '#src/features/feeds/server/deliveries/delivery-schedule.ts';
import { reportDeliveries, reportFeeds } from '#src/features/feeds/server/outbound-feed-report.ts';
import { connectTo } from '#src/platform/transfer/connect-to.ts';
import { publishedDist } from '#src/publishing/distribution/mirror-releases.ts';
import { requireData } from '#src/server/data-installation.ts';
import { openServices, type Services } from '#src/server/services.ts';
import {
  type Called,
  commandOf,
  existingDealersFolder,
  type Terminal,
  UsageError,
} from '../../command/command.ts';
import { attemptText, deliveryLines, feedLines } from './feed-text.ts';

const OPTIONS = {
  deliver: { type: 'boolean', default: false },
  'dealers-dir': { type: 'string' },
  dist: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const USAGE = `The feeds of a dealer's stock for advertisers: their addresses and deliveries, and the vehicles they leave out.

  npm run stock -- feeds <dealer> [--dist <folder of the build>] [--dealers-dir <folder>]
  npm run stock -- feeds <dealer> --deliver        delivers now, whether due or not

A feed is offered where the dealer file says so: "outboundFeeds": { "google": true }. Anyone with its address can read
it; a higher "outboundFeeds.token" gives all feeds of the dealer new addresses. "outboundFeeds.deliveries" names the
servers that get a feed from \`serve\` or \`worker\` on a schedule. Exit codes of --deliver: 0 all were delivered, 1 one
was not.`;

const NEVER = new AbortController().signal;

async function list(services: Services, dealer: DealerConfig, terminal: Terminal): Promise<number> {
  const { slug, timeZone } = dealer;
  const reports = await reportFeeds(services, dealer);
  const deliveries = await reportDeliveries(services, dealer);
  if (reports.length + deliveries.length === 0)
    terminal.log(
      `${slug} offers no feed. Switch one on in its dealer file: "outboundFeeds": { "google": true }`,
    );
  for (const report of reports) terminal.log(`\n${report.address}\n${feedLines(report).join('\n')}`);
  for (const report of deliveries) {
    const lines = [report.address, ...feedLines(report), ...deliveryLines(report, timeZone)];
    terminal.log(`\n${lines.join('\n')}`);
  }
  return 0;
}

async function deliver(services: Services, dealer: DealerConfig, terminal: Terminal): Promise<number> {
  const deliveries = await reportDeliveries(services, dealer);
  if (deliveries.length === 0)
    throw new Error(
      `${dealer.slug} has no delivery. Name one in its dealer file: "outboundFeeds": { "deliveries": [{ "feed": "csv", "url": "sftp://…" }] }`,
    );
  let failed = 0;
  for (const { scheduled } of deliveries) {
    const name = deliveryName(scheduled.delivery);
    const onWait = () => terminal.log(`${name}: another process is delivering it; waiting`);
    const work = { connect: connectTo, signal: NEVER };
    const attempt = await deliverByHand(services, dealer, scheduled, work, onWait);
    if (attempt.code === null) terminal.log(attemptText(name, attempt));
    else {
      failed += 1;
      terminal.error(attemptText(name, attempt));
    }
  }
  return failed === 0 ? 0 : 1;
}

async function show({ values, positionals }: Called<typeof OPTIONS>, terminal: Terminal): Promise<number> {
  const [slug, ...others] = positionals;
  if (slug === undefined || others.length > 0) throw new UsageError('Name one dealer.');
  const dist = await publishedDist(values.dist);
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
    return await (values.deliver ? deliver : list)(services, dealer, terminal);
  } finally {
    await services.close();
  }
}

/** What `npm run stock -- feeds …` does. @returns the exit code */
export const runOutboundFeeds = commandOf(USAGE, OPTIONS, show);
