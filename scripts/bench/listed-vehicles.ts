import { pageOf } from '#src/features/vehicle/server/find-vehicle-page.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { DemoStack } from '../demo/demo-stack.ts';

/** Vehicles in stock whose pages shoppers can open, in an order that is the same in every run. */
export async function listedVehicles(
  { services, dealers }: Pick<DemoStack, 'services' | 'dealers'>,
  slug: string,
): Promise<StockedVehicle[]> {
  const dealer = dealers.find((one) => one.slug === slug);
  if (!dealer) throw new Error(`The demo has no dealer ${slug}.`);
  const vehicles = await presentVehicles(services.db, slug);
  return vehicles
    .filter((vehicle) => vehicle.status === 'in_stock')
    .filter((vehicle) => pageOf(vehicle, dealer, services.clock.now()).kind === 'listed')
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
}
