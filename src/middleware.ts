import { defineMiddleware } from 'astro:middleware';
import { TENANT_PREFIX } from '#src/config/public/href.ts';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { routeRenderedAt } from '#src/config/public/routes/site-routes.ts';
import { notePrerendering, prerenderedDealer } from '#src/server/dealer-paths.ts';
import { hastenFirstScreen } from '#src/server/first-screen.ts';

async function hastened(answer: Response): Promise<Response> {
  if (!answer.headers.get('Content-Type')?.startsWith('text/html')) return answer;
  return new Response(hastenFirstScreen(await answer.text()), answer);
}

/** While prerendering the dealer is the one in the path; live, the http server has set it from Host. */
export const onRequest = defineMiddleware(async (context, next) => {
  const dealer = context.isPrerendered ? prerenderedDealer(context.params.dealer) : context.locals.dealer;
  if (!dealer) return new Response(null, { status: 404 });
  const prefix = `${TENANT_PREFIX}/${dealer.slug}`;
  const { pathname } = context.url;
  const internal = pathname.startsWith(prefix)
    ? pathname.slice(prefix.length).replace(/\/$/, '') || '/'
    : pathname;
  const route = routeRenderedAt(dealer, internal);
  if (context.isPrerendered) notePrerendering(dealer.slug, route?.path ?? internal);
  context.locals.route = route;
  context.locals.dealer = dealer;
  context.locals.site = toPublicConfig(dealer);
  return hastened(await next());
});
