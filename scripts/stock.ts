import { runStock } from './stock/run-stock.ts';

process.exitCode = await runStock(process.argv.slice(2), console);
