import { startLeadWorker } from '#src/server/leads/delivery/lead-worker.ts';
import { startFeedWorker } from '#src/server/stock/feed-worker.ts';
import { runPublished } from './command/run-published.ts';

const WHAT =
  'Delivers the leads of all published dealers and reads their stock feeds, until it is stopped. As many as you like may run beside servers.';

await runPublished('worker', WHAT, async ({ services, dealersDir }) => {
  const worker = startLeadWorker(services);
  const feeds = startFeedWorker(services, { dealersDir });
  return {
    ready: `Delivering leads of ${services.tenants.all.length} dealer(s)`,
    async stop() {
      await Promise.all([worker.stop(), feeds.stop()]);
      await services.close();
    },
  };
});
