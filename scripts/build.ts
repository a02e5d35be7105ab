import { enableCompileCache } from 'node:module';

// A third of a small build would go into compiling what earlier builds have compiled.
enableCompileCache('.astro/cache/code');
const { runBuild } = await import('./build/run-build.ts');
process.exitCode = await runBuild(process.argv.slice(2), console);
