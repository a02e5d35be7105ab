import cluster from 'node:cluster';

// The supervisor stays as small as it can: it loads nothing of the worker.
if (cluster.isPrimary) {
  const { supervise } = await import('#src/publishing/handover/supervise.ts');
  supervise({ script: 'scripts/worker.ts', args: process.argv.slice(2) });
} else {
  const { runWorker } = await import('./worker/run-worker.ts');
  await runWorker();
}
