import { runPublished } from './command/run-published.ts';

const WHAT =
  'Serves the sites of all dealers as they were published, delivers their leads and reads their stock feeds, until it is stopped.';

await runPublished('serve', WHAT, async ({ services, publications, dist, dealersDir, serverSource }) => {
  const { startLeadWorker } = await import('#src/server/jobs/background-worker.ts');
  const { startFeedProcess } = await import('#src/server/feed-process/feed-process.ts');
  const { serveSites } = await import('#src/publishing/serve/serve-sites.ts');
  const site = await serveSites({ services, publications, dist, serverSource, keepsStockPages: true });
  const delivers = services.env.DELIVER_LEADS === 'yes';
  const worker = startLeadWorker(services, { delivers, isFollowing: publications.shared?.isFollowing });
  const feeds = delivers ? startFeedProcess(services, { dealersDir }) : undefined;
  return {
    ready: `Serving ${services.tenants.all.length} dealer(s) on ${site.url}`,
    serving: async () => site.serving(),
    async stop() {
      await Promise.all([worker.stop(), feeds?.stop(), site.drain()]);
      await site.stop();
    },
  };
});
