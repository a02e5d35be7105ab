import { enableCompileCache } from 'node:module';

// A third of a small build would go into compiling what earlier builds have compiled.
enableCompileCache('.astro/cache/code');
await import('./build/build-command.ts');
