import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { WritingSchema } from '#src/config/sections/writing.ts';
import { inspectMarkdown, type MarkdownAddress } from '#src/domain/content/markdown.ts';
import type { Finding } from '../problem.ts';
import { placesOf } from '../schema-places.ts';

const writingsOf = placesOf(DealerConfigSchema, { wanted: [WritingSchema] });

type MarkdownText = { path: string; text: string };

const textsOf = (dealer: DealerConfig): MarkdownText[] =>
  writingsOf(dealer).flatMap(({ path, value }) => (typeof value === 'string' ? [{ path, text: value }] : []));

/** Links and pictures in the Markdown of a dealer, with the line of each text they are in. */
export const writtenAddresses = (dealer: DealerConfig): (MarkdownAddress & { path: string })[] =>
  textsOf(dealer).flatMap(({ path, text }) =>
    inspectMarkdown(text).addresses.map((address) => ({ ...address, path })),
  );

/** Texts in Markdown. */
export const writtenTexts = textsOf;

/** CFG-03: Markdown that a page cannot show as it is written. */
export const checkWritings = (dealer: DealerConfig): Finding[] =>
  textsOf(dealer).flatMap(({ path, text }) =>
    inspectMarkdown(text).faults.map((fault) => ({ ...fault, path })),
  );
