import { expect, it, vi } from 'vitest';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { DocumentThreads } from '#src/server/documents/document-threads.ts';
import { DEMO_STATES, PDF_FAILS } from '../demo-stock/demo-states.data.ts';
import { failPdfOfExample } from './demo-stack.ts';

it('VDP-20 the PDF of the vehicle that shows the failure is not made, any other is', async () => {
  const made = new Uint8Array([1]);
  const documents = { vehiclePdf: vi.fn(async () => made) } as unknown as DocumentThreads;
  const services = { documents };
  const state = DEMO_STATES.find(({ name }) => name === PDF_FAILS);
  if (!state) throw new Error('There is no such state.');
  failPdfOfExample(services, [{ state, vehicle: { slug: 'one' } as StockedVehicle, others: [] }]);
  const pdfOf = (slug: string) =>
    services.documents.vehiclePdf({ sheet: { address: `https://a.example/cars/${slug}` } } as never);
  await expect(pdfOf('one')).rejects.toThrow('The demo makes no PDF');
  expect(await pdfOf('another-one')).toBe(made);
});
