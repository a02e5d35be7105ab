import { runDatabase } from './database/run-database.ts';

process.exitCode = await runDatabase(process.argv.slice(2), console);
