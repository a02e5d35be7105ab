import { defineMiddleware } from 'astro:middleware';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { withCampaign } from '#src/routing/campaign.ts';
import { TENANT_PREFIX } from '#src/routing/href.ts';
import { routeRenderedAt } from '#src/routing/site-routes.ts';
import { notePrerendering, prerenderedDealer } from '#src/server/dealer-paths.ts';
import { hastenFirstScreen } from '#src/server/first-screen.ts';
import { unlessUnreadable } from '#src/server/unreadable-request.ts';

async function hastened(response: Response, locals: App.Locals): Promise<Response> {
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
  // The page is drawn once its text is there, and the picture known.
  const html = await response.text();
  return new Response(hastenFirstScreen(html, locals.leadPicture), response);
}

/** FORM-04: a page that leads on to another keeps the campaign that brought the shopper. */
function carrying(answer: Response, search: string): Response {
  const to = answer.headers.get('Location');
  if (to === null || search === '') return answer;
  const carried = new Response(answer.body, answer);
  carried.headers.set('Location', withCampaign(to, search));
  return carried;
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
  return carrying(
    await hastened(await unlessUnreadable(next), context.locals),
    context.isPrerendered ? '' : context.url.search,
  );
});
