import { readFileSync } from 'node:fs';
import { measureKills, measureRolling } from './machines/endurance.ts';
import { type Fleet, openFleet, startFleet } from './machines/fleet.ts';
import { withoutDatabase, withoutEngine, withoutStore } from './machines/outages.ts';
import { measureSeen } from './machines/seen.ts';
import { measureSize, measureThroughput } from './machines/sizes.ts';
import { type BenchRun, type Measurement, sized } from './measurement.ts';

const PICTURE = 'public/pictures/metro-handover.webp';

/** Three servers and two workers, each with an empty folder of its own; fewer in a tiny run. */
async function onFleet(
  run: BenchRun,
  measure: (fleet: Fleet) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const vehicles = sized(run, 400, 160);
  const [serves, workers] = sized(run, [3, 2], [2, 1]);
  const fleet = await openFleet({ dealers: 2, vehicles, serves, workers, picture: readFileSync(PICTURE) });
  try {
    await startFleet(fleet, vehicles);
    return await measure(fleet);
  } catch (error) {
    for (const { said } of [...fleet.serves, ...fleet.workers]) console.error(said().slice(-2000));
    throw error;
  } finally {
    await fleet.stop();
  }
}

/** What one machine changes is seen by all; a request costs the same wherever it goes. */
export const benchMachinesSeen = (run: BenchRun) =>
  onFleet(run, async (fleet) => [
    ...(await measureSeen(fleet, sized(run, 20, 1))),
    ...(await measureThroughput(fleet, sized(run, 4000, 40))),
    ...(await measureRolling(fleet)),
  ]);

/** Processes are killed under load. */
export const benchMachinesKills = (run: BenchRun) =>
  onFleet(run, (fleet) => measureKills(fleet, sized(run, 300, 6)));

/** The object store, the database and a search engine are off the network. */
export const benchMachinesOutages = (run: BenchRun) =>
  onFleet(run, async (fleet) => {
    const seconds = sized(run, 60, 3);
    return [
      ...(await withoutStore(fleet, seconds)),
      ...(await withoutDatabase(fleet, seconds)),
      ...(await withoutEngine(fleet)),
    ];
  });

/** Fleets that grow, of as many dealers as BENCH_DEALERS says: build, import, a fresh server and what engines hold. */
export async function benchMachinesSizes(run: BenchRun): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  const sizes = (process.env.BENCH_DEALERS ?? '100,300,1000').split(',').map(Number);
  for (const dealers of sized(run, sizes, [2])) {
    const measured = await measureSize(dealers, sized(run, 500, 20));
    for (const { figure, value, unit } of measured) console.log(`  ${figure}: ${value.toFixed(2)} ${unit}`);
    rows.push(...measured);
  }
  return rows;
}
