import { schemaOrgProblems } from '../fixtures/schema-org.ts';

const JSON_LD = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g;
const PICTURE = /<meta property="og:image" content="([^"]*)"/g;

/** What a page says to search engines and link previews that schema.org does not define, or that leads nowhere. */
export const structuredDataFaults = (html: string): string[] => [
  ...[...html.matchAll(JSON_LD)].flatMap(([, text = '']) => schemaOrgProblems(JSON.parse(text) as object)),
  ...[...html.matchAll(PICTURE)].flatMap(([, address = '']) =>
    address.startsWith('https://') ? [] : [`og:image ${address}`],
  ),
];
