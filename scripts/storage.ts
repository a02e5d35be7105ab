import { runStorage } from './storage/run-storage.ts';

process.exitCode = await runStorage(process.argv.slice(2), console);
