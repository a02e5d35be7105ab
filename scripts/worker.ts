import { runPublished } from './command/run-published.ts';

const WHAT =
  'Delivers the leads of all published dealers and reads their stock feeds, until it is stopped. As many as you like may run beside servers.';

await runPublished(
  'worker',
  WHAT,
  async ({ services, publications, dist, dealersDir, serverSource, code }) => {
    const { startLeadWorker } = await import('#src/server/jobs/background-worker.ts');
    const { startFeedProcess } = await import('#src/server/feed-process/feed-process.ts');
    const { behindOf } = await import('#src/publishing/serve/open-published.ts');
    const { watchForRestart } = await import('#src/publishing/serve/page-code-rollout.ts');
    const needsRestart = watchForRestart({ dist, serverSource, log: services.log });
    const worker = startLeadWorker(services, { isFollowing: publications.shared?.isFollowing });
    const feeds = startFeedProcess(services, { dealersDir });
    return {
      ready: `Delivering leads of ${services.tenants.all.length} dealer(s)`,
      serving: async () => ({ code, behind: behindOf(await needsRestart(), publications) }),
      async stop() {
        await Promise.all([worker.stop(), feeds.stop()]);
        await services.close();
      },
    };
  },
);
