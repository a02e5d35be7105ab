import { defineMiddleware } from 'astro:middleware';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { unlessUnreadable } from '#src/platform/http/read-request.ts';
import { TENANT_PREFIX } from '#src/platform/routing/href.ts';
import { routeRenderedAt } from '#src/platform/routing/site-routes.ts';
import { withCampaign } from '#src/platform/routing/visit-address.ts';
import { developmentLocals } from '#src/server/http/development-locals.ts';

/** FORM-04: a redirect keeps the campaign that brought the shopper. */
function carrying(answer: Response, search: string): Response {
  const to = answer.headers.get('Location');
  if (to === null || search === '') return answer;
  const carried = new Response(answer.body, answer);
  carried.headers.set('Location', withCampaign(to, search));
  return carried;
}

/** The dealer is set by the http server, from Host, or by the build. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (import.meta.env.DEV) Object.assign(context.locals, developmentLocals.getStore());
  const { dealer } = context.locals;
  if (!dealer) return new Response(null, { status: 404 });
  const prefix = `${TENANT_PREFIX}/${dealer.slug}`;
  const { pathname } = context.url;
  const internal = pathname.startsWith(prefix)
    ? pathname.slice(prefix.length).replace(/\/$/, '') || '/'
    : pathname;
  context.locals.route = routeRenderedAt(dealer, internal);
  context.locals.site = toPublicConfig(dealer);
  try {
    return carrying(await unlessUnreadable(next), context.url.search);
  } catch (error) {
    context.locals.onFailure?.(error);
    throw error;
  }
});
