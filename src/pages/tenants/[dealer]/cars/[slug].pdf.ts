import type { APIRoute } from 'astro';
import { respondWithPdf } from '#src/features/vehicle/server/pdf/respond-with-pdf.ts';
import { paperColours } from '#src/platform/theme/theme-colours.ts';

export const GET: APIRoute = ({ locals: { services, dealer, signal }, params }) =>
  respondWithPdf(services, dealer, params.slug ?? '', {
    colours: paperColours(dealer.theme.colours),
    signal,
  });
