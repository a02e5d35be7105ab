import type { DealerConfig } from '#src/config/dealer-config.ts';
import { pageOf } from '#src/features/vehicle/server/find-vehicle-page.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { DemoState } from './demo-state.ts';
import { DEMO_STATES } from './demo-states.data.ts';

export type StateExample = {
  state: DemoState;
  vehicle: StockedVehicle | undefined;
  /** In the same state at a dealer of each other template, where one sells such a vehicle. */
  others: { dealer: DealerConfig; vehicle: StockedVehicle }[];
};

const WELL_PICTURED = 3;

/**
 * Of each state a vehicle whose page shows it: one with pictures that is the example of no other state if there is one,
 * the first by stock number.
 */
export async function stateExamples(
  dealers: readonly DealerConfig[],
  vehiclesOf: (dealer: DealerConfig) => StockedVehicle[] | Promise<StockedVehicle[]>,
  now: Date,
): Promise<StateExample[]> {
  const listed = new Map<string, StockedVehicle[]>();
  for (const dealer of dealers) {
    const vehicles = (await vehiclesOf(dealer))
      .filter((vehicle) => pageOf(vehicle, dealer, now).kind === 'listed')
      .sort((a, b) => (a.stocknum ?? '').localeCompare(b.stocknum ?? ''));
    listed.set(dealer.slug, vehicles);
  }
  const shown = new Set<string>();
  return DEMO_STATES.map((state) => {
    const oneOf = (slug: string) => {
      const ones = (listed.get(slug) ?? []).filter((vehicle) => state.isOne(vehicle, now));
      const pictured = ones.filter(({ images }) => images.length >= WELL_PICTURED);
      const one = pictured.find(({ id }) => !shown.has(id)) ?? pictured[0] ?? ones[0];
      if (one) shown.add(one.id);
      return one;
    };
    const own = dealers.find(({ slug }) => slug === state.dealer)?.template;
    const others = new Map<string, StateExample['others'][number]>();
    for (const dealer of dealers) {
      const vehicle = dealer.template === own || others.has(dealer.template) ? undefined : oneOf(dealer.slug);
      if (vehicle) others.set(dealer.template, { dealer, vehicle });
    }
    return { state, vehicle: oneOf(state.dealer), others: [...others.values()] };
  });
}
