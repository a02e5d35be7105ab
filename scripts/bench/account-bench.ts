import { openAccountStage } from './account/account-stage.ts';
import { listRows } from './account/list-rows.ts';
import { reservationRows } from './account/reservation-rows.ts';
import { signInRows } from './account/sign-in-rows.ts';
import { tenantRows } from './account/tenant-rows.ts';
import type { BenchRun } from './bench-run.ts';
import { enginesOf } from './leads/lead-engines.ts';
import type { Measurement } from './measurement.ts';

/** In their order: each continues with the clock and the rows of those before. */
const ROWS = [signInRows, tenantRows, reservationRows, listRows];

/** Attacks on accounts over http, on both databases. */
export async function benchAccount(run: BenchRun): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const open of enginesOf(run)) {
    const engine = await open();
    try {
      const stage = await openAccountStage(engine);
      try {
        for (const rowsOf of ROWS) rows.push(...(await rowsOf(run, stage, engine.name)));
      } finally {
        await stage.stop();
      }
    } finally {
      await engine.stop();
    }
  }
  return rows;
}
