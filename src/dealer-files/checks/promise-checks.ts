import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { TextSchema } from '#src/config/sections/setting-types.ts';
import type { Finding } from '#src/dealer-files/config-problem.ts';
import { placesOf } from '#src/dealer-files/find-places.ts';
import { takesReservations } from '#src/features/reservations/reserve-terms.ts';
import { writtenTexts } from './link-checks.ts';

type Text = { path: string; text: string };

const textsOf = placesOf(DealerConfigSchema, { wanted: [TextSchema] });
const plainTexts = (dealer: DealerConfig): Text[] =>
  textsOf(dealer).flatMap(({ path, value }) => (typeof value === 'string' ? [{ path, text: value }] : []));

const RESERVING = /\breserv(?:e|es|ed|ing|ation|ations)\b/i;

/** BUY-224: the terms page states the terms of reserving itself, so a second text could contradict the button. */
export const reservingInTerms = (dealer: DealerConfig): Finding[] =>
  [dealer.content.terms].flat().flatMap((text, at) => {
    const found = RESERVING.exec(text)?.[0];
    return found === undefined || !takesReservations(dealer)
      ? []
      : [
          {
            path: Array.isArray(dealer.content.terms) ? `content.terms.${at}` : 'content.terms',
            expected: 'no terms of reserving, which the page states from "reserve"',
            received: `a text with ${JSON.stringify(found)}`,
            remedy: 'Remove that sentence, and write its terms in "reserve".',
          },
        ];
  });

const REPLYING = /\b(?:repl(?:y|ies)|answers?|respon(?:d|ds|se)|(?:call|ring|text|get)s? back)\b/i;
const SOON =
  /\b(?:(?:the )?same day|same or next|next (?:business|working) day|within (?:the|an|\w+) (?:(?:business|working|opening) )?(?:hours?|minutes))\b/i;
/** What customers and posts say is no promise of the site. */
const OTHERS_WORDS = /^(?:leads\.responsePromise$|reviews\.|blog\.)/;

/** FORM-228: a second promise of when the dealer replies. */
export const otherPromises = (dealer: DealerConfig): Finding[] =>
  [...plainTexts(dealer), ...writtenTexts(dealer)].flatMap(({ path, text }) => {
    if (OTHERS_WORDS.test(path)) return [];
    const sentence = text.split(/(?<=[.!?;])\s/).find((each) => REPLYING.test(each) && SOON.test(each));
    return sentence === undefined || dealer.leads.responsePromise.includes(sentence)
      ? []
      : [
          {
            path,
            expected: 'one promise of when you reply, "leads.responsePromise"',
            received: JSON.stringify(sentence),
            remedy: 'Remove it; on an information page write "{responsePromise}" in its place.',
          },
        ];
  });
