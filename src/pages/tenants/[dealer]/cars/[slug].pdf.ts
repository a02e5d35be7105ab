import type { APIRoute } from 'astro';
import { respondWithPdf } from '#src/server/vehicles/pdf/respond-with-pdf.ts';
import { paperColours } from '#src/theme/paper-colours.ts';

export const GET: APIRoute = ({ locals: { services, dealer, signal }, params }) =>
  respondWithPdf(services, dealer, params.slug ?? '', {
    colours: paperColours(dealer.theme.colours),
    signal,
  });
