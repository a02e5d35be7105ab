import { runPreviews } from './previews/run-previews.ts';

process.exitCode = await runPreviews(process.argv.slice(2), console);
