import { formOfPath, sitePath } from '#src/routing/preview-address.ts';

const CAR = 'car_id';

/**
 * A form about a vehicle is one file for all vehicles: its address has the vehicle. The lead names it, unless the form
 * did.
 */
export function formCar(path: string, init: RequestInit | undefined): RequestInit | undefined {
  const car = new URLSearchParams(location.search).get(CAR);
  const isForm = formOfPath(sitePath(location.pathname, document.documentElement.dataset.previewBase ?? ''));
  if (!path.startsWith('/api/leads/') || car === null || isForm === undefined) return init;
  const values = JSON.parse(String(init?.body)) as Record<string, string>;
  return values[CAR] ? init : { ...init, body: JSON.stringify({ ...values, [CAR]: car }) };
}
