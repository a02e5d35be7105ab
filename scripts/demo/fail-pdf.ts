import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import type { Services } from '#src/server/services.ts';
import { PDF_FAILS } from '../demo-stock/demo-states.data.ts';
import type { StateExample } from '../demo-stock/state-examples.ts';

/** VDP-20: from now on no PDF of the example of that state is made, so that what its page says then can be seen. */
export function failPdfOfExample(
  services: Pick<Services, 'documents'>,
  examples: readonly StateExample[],
): void {
  const vehicle = examples.find(({ state }) => state.name === PDF_FAILS)?.vehicle;
  if (!vehicle) return;
  const { documents } = services;
  const path = vehiclePath(vehicle.slug);
  services.documents = {
    ...documents,
    vehiclePdf: (task) =>
      task.sheet.address.endsWith(path)
        ? Promise.reject(new Error('The demo makes no PDF of this vehicle.'))
        : documents.vehiclePdf(task),
  };
}
