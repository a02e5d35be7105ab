import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { nextMidnight } from '#src/domain/midnight.ts';
import { SEARCH_PATH } from '#src/wire/search.ts';
import { type Answer, stockTag } from '../answers/answer.ts';
import { answerKey, cacheableAddress, isCarSitemapPart } from '../answers/cache-key.ts';
import { TurnsFullError } from '../fair-turns.ts';
import type { Services } from '../services.ts';
import { answerBusy } from './busy-answer.ts';
import type { Request, Step } from './exchange.ts';
import { isRead } from './guard.ts';
import type { PageRequest, Render } from './render-page.ts';
import { type RenderTurns, signalOf } from './render-turns.ts';
import { sendAnswer } from './send-answer.ts';

/** What a cached response may depend on: no cookie, no language, no address of a shopper. */
export type BareRequest = Pick<PageRequest, 'method' | 'url' | 'body' | 'headers'>;

/** Browsers ask each time whether the page is still so, and are told by its ETag. */
const REVALIDATE = 'public, max-age=0, must-revalidate';

/**
 * The bare request whose answer may be kept and given to every shopper, or undefined.
 * @param body of a POST, read
 */
export function keptRequest(req: IncomingMessage, url: URL, body?: Buffer): BareRequest | undefined {
  if (isRead(req.method)) {
    const address = cacheableAddress(url.pathname, url.searchParams);
    return address === undefined ? undefined : { method: 'GET', url: address };
  }
  // The guard let nothing but JSON through, however its type was spelled.
  if (url.pathname !== SEARCH_PATH || !body) return undefined;
  return { method: 'POST', url: SEARCH_PATH, body, headers: { 'content-type': 'application/json' } };
}

export type KeptAnswersOptions = {
  services: Pick<Services, 'answers' | 'clock' | 'engineBreaker'>;
  release: string;
  dealer: DealerConfig;
  turns: RenderTurns;
  render: Render;
};

/** A cookie is one shopper's own. */
function withoutCookies({ headers: { 'set-cookie': _, ...headers }, ...answer }: Answer): Answer {
  return { ...answer, headers };
}

async function make(
  { services, dealer, render }: KeptAnswersOptions,
  request: BareRequest,
  signal: AbortSignal,
) {
  const { value: answer, isDiverted: isProvisional } = await services.engineBreaker.tally(() =>
    // One name for all hosts of a dealer.
    render(dealer, { ...request, host: dealer.slug, signal }).then(withoutCookies),
  );
  const headers: Answer['headers'] =
    request.method === 'GET' && answer.status === 200
      ? { ...answer.headers, 'cache-control': REVALIDATE }
      : answer.headers;
  return { answer: { ...answer, headers }, isProvisional };
}

/** Who asks, and whether they are still there; nobody for a page made in advance. */
type Asker = { clientAddress?: string | undefined; signal?: AbortSignal };

/** A kept answer at once; a new one when the client's network has its turn. @throws TurnsFullError */
export async function keptAnswer(
  options: KeptAnswersOptions,
  request: BareRequest,
  { clientAddress, signal }: Asker = {},
): Promise<Answer> {
  const { services, release, dealer, turns } = options;
  const cache = request.method === 'GET' ? services.answers.pages : services.answers.searches;
  const key = answerKey(dealer.slug, release, `${request.method} ${request.url}`, request.body?.toString());
  const renewed = (leaving?: AbortSignal) =>
    turns.run(clientAddress, leaving, (hold) =>
      cache.get(
        {
          key,
          tags: [stockTag(dealer.slug)],
          keepsMissing: isCarSitemapPart(request.url),
          validUntil: () => nextMidnight(services.clock.now(), dealer.timeZone).getTime(),
          make(stop) {
            const made = make(options, request, stop);
            hold(made);
            return made;
          },
        },
        leaving,
      ),
    );
  const known = cache.known(key);
  if (!known) return renewed(signal);
  // Told to nobody: the next shopper asks again.
  if (known.isStale) renewed().catch(() => undefined);
  return known.answer;
}

/**
 * Sends a kept answer, or makes one.
 * @returns false, with nothing sent, for a redirect of an address that carries more than the kept one does
 */
export async function answerKept(
  options: KeptAnswersOptions,
  request: BareRequest,
  req: Request,
  res: ServerResponse,
): Promise<boolean> {
  const asker = { clientAddress: req.clientAddress, signal: signalOf(res) };
  const answer = await keptAnswer(options, request, asker).catch((error: unknown) => {
    if (error instanceof TurnsFullError || asker.signal.aborted) return undefined;
    throw error;
  });
  if (!answer) {
    answerBusy(options.dealer, req, res);
    return true;
  }
  const isRedirect = answer.status >= 300 && answer.status < 400;
  if (isRedirect && req.url !== request.url) return false;
  await sendAnswer(req, res, answer);
  return true;
}

/** Answers from what is kept, or makes and keeps an answer. */
export const keptAnswerStep =
  (options: Omit<KeptAnswersOptions, 'dealer'>): Step =>
  ({ req, res, dealer, path, found }) => {
    const isMade = found.kind === 'stock' || (found.kind === 'page' && found.route.rendered === 'demand');
    const request = isMade
      ? keptRequest(req, path, Buffer.isBuffer(req.body) ? req.body : undefined)
      : undefined;
    // Only the shopper's own address leads on with all it carries.
    return request ? answerKept({ ...options, dealer }, request, req, res) : false;
  };
