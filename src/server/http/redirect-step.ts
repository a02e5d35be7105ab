import { decodeSearch, encodeSearch, exceedsLimits } from '#src/features/search/url/url-codec.ts';
import { visitCookie } from '#src/platform/http/read-request.ts';
import { withCampaign } from '#src/platform/routing/visit-address.ts';
import {
  isFormer,
  isInternal,
  namesFile,
  onOwnHost,
  withoutTrailingSlash,
} from '#src/server/routes/request-address.ts';
import { isRead } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import type { Exchange, Step } from './exchange.ts';
import { redirect } from './responses.ts';
import type { StaticFiles } from './static-files.ts';

const SEARCH_PAGE = /^(?:\/parts)?\/search(?:\/|$)/i;

/** SRCH-01: the shortened address of a search with too many refinements, with its campaign parameters. */
function shortened({ pathname, search, searchParams }: URL): string | undefined {
  if (!SEARCH_PAGE.test(pathname) || !exceedsLimits(searchParams)) return undefined;
  return withCampaign(`${pathname}?${encodeSearch(decodeSearch(searchParams))}`, search);
}

/** Responds to addresses that redirect, are gone or belong to a closed site. */
export function redirectStep(options: {
  services: Pick<Services, 'env' | 'tenants'>;
  files: StaticFiles;
  render: (exchange: Exchange) => Promise<void>;
}): Step {
  const { services, files, render } = options;
  const isBehindTls = services.env.BEHIND_TLS === 'yes';

  function rememberLanding({ res, path, found }: Exchange): void {
    // Landings are recorded for pages; files are the same for everyone. A page of a previous site may look like a file.
    const isFile = found.kind !== 'redirect' && namesFile(path.pathname);
    const cookie = isFile ? undefined : visitCookie(path, isBehindTls);
    if (cookie === undefined) return;
    res.setHeader('Set-Cookie', cookie);
    // The page may set a stricter value.
    res.setHeader('Cache-Control', 'private');
  }

  return async (exchange) => {
    const { req, res, dealer, path, found } = exchange;
    if (isInternal(path.pathname) && !isFormer(dealer, path)) {
      await files.notFound(dealer, req, res);
      return true;
    }
    if (isRead(req.method)) {
      rememberLanding(exchange);
      const canonical =
        onOwnHost(services.tenants, req.headers.host, path, isBehindTls) ?? withoutTrailingSlash(path);
      if (canonical) {
        redirect(res, 301, canonical);
        return true;
      }
      const shorter = shortened(path);
      if (shorter !== undefined) {
        redirect(res, 302, shorter);
        return true;
      }
      if (found.kind === 'redirect') {
        if (found.isGate) res.setHeader('Cache-Control', 'no-store');
        redirect(res, found.status, found.to);
        return true;
      }
    }
    if (found.kind === 'gone') {
      await files.notFound(dealer, req, res, 410);
      return true;
    }
    if (found.kind !== 'closed' || namesFile(path.pathname)) return false;
    await render(exchange);
    return true;
  };
}
