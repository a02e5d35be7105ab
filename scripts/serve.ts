import cluster from 'node:cluster';

// The supervisor stays as small as it can: it loads nothing of the server.
if (cluster.isPrimary) {
  const { supervise } = await import('#src/publishing/handover/supervise.ts');
  supervise({ script: 'scripts/serve.ts', args: process.argv.slice(2) });
} else {
  const { runServe } = await import('./serve/run-serve.ts');
  await runServe();
}
