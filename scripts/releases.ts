import { enableCompileCache } from 'node:module';

// As in scripts/build.ts.
enableCompileCache('.astro/cache/code');
const { runReleases } = await import('./releases/run-releases.ts');
process.exitCode = await runReleases(process.argv.slice(2), console);
