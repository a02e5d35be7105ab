import { runReservations } from './reservations/run-reservations.ts';

process.exitCode = await runReservations(process.argv.slice(2), console);
