import { enableCompileCache } from 'node:module';

// Without the compile cache, a third of a small build would go into compiling the same code again.
enableCompileCache('.astro/cache/code');
const { runBuild } = await import('./build/run-build.ts');
process.exitCode = await runBuild(process.argv.slice(2), console);
