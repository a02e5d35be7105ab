import { runDealers } from './dealers/run-dealers.ts';

process.exitCode = await runDealers(process.argv.slice(2), console);
