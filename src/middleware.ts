import { defineMiddleware } from 'astro:middleware';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { prerenderedDealer } from '#src/server/dealer-paths.ts';

/** While prerendering the dealer is the one in the path; live, the http server has set it from Host. */
export const onRequest = defineMiddleware((context, next) => {
  const dealer = context.isPrerendered ? prerenderedDealer(context.params.dealer) : context.locals.dealer;
  if (!dealer) return new Response(null, { status: 404 });
  context.locals.dealer = dealer;
  context.locals.site = toPublicConfig(dealer);
  return next();
});
