import { startLeadWorker } from '#src/server/leads/delivery/lead-worker.ts';
import { runPublished } from './command/run-published.ts';

const WHAT =
  'Delivers the leads of all published dealers, until it is stopped. As many as you like may run beside servers.';

await runPublished('worker', WHAT, async ({ services }) => {
  const worker = startLeadWorker(services);
  return {
    ready: `Delivering leads of ${services.tenants.all.length} dealer(s)`,
    async stop() {
      await worker.stop();
      await services.close();
    },
  };
});
