import { runStatus } from './status/run-status.ts';

process.exitCode = await runStatus(process.argv.slice(2), console);
