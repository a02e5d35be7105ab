import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { pageOf } from '#src/server/vehicles/vehicle-page.ts';
import { DEMO_STATES, type DemoState } from './demo-states.data.ts';

export type StateExample = { state: DemoState; vehicle: StockedVehicle | undefined };

/** Of each state the first vehicle whose page shows it, by stock number. */
export async function stateExamples(
  dealers: readonly DealerConfig[],
  vehiclesOf: (dealer: DealerConfig) => StockedVehicle[] | Promise<StockedVehicle[]>,
  now: Date,
): Promise<StateExample[]> {
  const listed = new Map<string, StockedVehicle[]>();
  const wanted = new Set(DEMO_STATES.map(({ dealer }) => dealer));
  for (const dealer of dealers.filter(({ slug }) => wanted.has(slug))) {
    const vehicles = (await vehiclesOf(dealer))
      .filter((vehicle) => pageOf(vehicle, dealer, now).kind === 'listed')
      .sort((a, b) => (a.stocknum ?? '').localeCompare(b.stocknum ?? ''));
    listed.set(dealer.slug, vehicles);
  }
  return DEMO_STATES.map((state) => ({
    state,
    vehicle: listed.get(state.dealer)?.find((vehicle) => state.isOne(vehicle, now)),
  }));
}
