import { startLeadWorker } from '#src/server/leads/delivery/lead-worker.ts';
import { serveSites } from '../src/publishing/serve-sites.ts';
import { runPublished } from './command/run-published.ts';

const WHAT =
  'Serves the sites of all dealers as they were published and delivers their leads, until it is stopped.';

await runPublished('serve', WHAT, async ({ services, dist }) => {
  const site = await serveSites({ services, dist });
  const worker = startLeadWorker(services, { delivers: services.env.DELIVER_LEADS === 'yes' });
  return {
    ready: `Serving ${services.tenants.all.length} dealer(s) on ${site.url}`,
    async stop() {
      await Promise.all([worker.stop(), site.drain()]);
      await site.stop();
    },
  };
});
