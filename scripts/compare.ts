import { runCompare } from './compare/run-compare.ts';

process.exitCode = await runCompare(process.argv.slice(2), console);
