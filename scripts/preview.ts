import { enableCompileCache } from 'node:module';

enableCompileCache('.astro/cache/code');
const { runPreview } = await import('./preview/run-preview.ts');
process.exitCode = await runPreview(process.argv.slice(2), console);
