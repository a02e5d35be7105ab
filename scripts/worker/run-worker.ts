import { runPublished } from '../command/run-published.ts';

const WHAT =
  'Delivers the leads of all published dealers and reads their stock feeds, until it is stopped. As many as you like may run beside servers.';

/** What the process of `npm run worker` does. */
export const runWorker = (): Promise<void> =>
  runPublished('worker', WHAT, async ({ services, dist, dealersDir, serverSource, supervisor }) => {
    const { startLeadWorker } = await import('#src/server/jobs/background-worker.ts');
    const { startFeedProcess } = await import('#src/server/feed-process/feed-process.ts');
    const { followServer } = await import('#src/publishing/handover/follow-server.ts');
    const dealers = () => services.tenants.all.map(({ slug }) => slug);
    if (supervisor?.predecessor) await supervisor.readyToBegin();
    const successor = followServer({
      ...{ dist, serverSource, supervisor, log: services.log },
      self: () => ({ dealers: dealers() }),
    });
    const worker = startLeadWorker(services);
    const feeds = startFeedProcess(services, { dealersDir });
    if (supervisor?.predecessor) {
      services.log.info('new worker in force');
      supervisor.reportWorking();
    }
    return {
      ready: `Delivering leads of ${dealers().length} dealer(s)`,
      async stop() {
        successor.stop();
        await Promise.all([worker.stop(), feeds.stop()]);
        await services.close();
      },
    };
  });
