import { parseArgs } from 'node:util';

/** Widths where the layout changes, px. */
const WIDTHS = [390, 768, 1024, 1440];
/** One demo dealer of each template. */
const DEALERS = ['riverbend', 'ironbark-trucks', 'aldermoor'];

export type SheetWishes = {
  dealers: readonly string[];
  /** Names of page types; all where none is given. */
  pages: readonly string[];
  widths: readonly number[];
  dark: boolean;
  /** Per cent, as in a browser: 200 shows half as many CSS pixels in the same window. */
  zoom: number;
  forcedColours: boolean;
  print: boolean;
  noJs: boolean;
  /** Whole pages in place of the first screen. */
  full: boolean;
};

export const USAGE = `npx node scripts/contact-sheet.ts [options]

  --dealer <slug>     ${DEALERS.join(', ')} where none is given
  --page <name>       a page type, e.g. home, search, vehicle, brands-page, garage, watchlist,
                      comparison, checkout; every one where none is given
  --width <px>        ${WIDTHS.join(', ')} where none is given
  --full              whole pages, not the first screen
  --dark              as a device that asks for dark colours
  --zoom <per cent>   as a browser zoomed to 200
  --forced-colours    as Windows' contrast themes
  --print             as on paper
  --no-js             without scripts

Options may be repeated. Sheets land in .data/contact-sheet/.`;

/**
 * The options from the arguments of the command.
 * @throws TypeError for an unknown option
 */
export function readWishes(args: readonly string[]): SheetWishes {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dealer: { type: 'string', multiple: true },
      page: { type: 'string', multiple: true },
      width: { type: 'string', multiple: true },
      zoom: { type: 'string' },
      full: { type: 'boolean' },
      dark: { type: 'boolean' },
      'forced-colours': { type: 'boolean' },
      print: { type: 'boolean' },
      'no-js': { type: 'boolean' },
    },
  });
  return {
    dealers: values.dealer ?? DEALERS,
    pages: values.page ?? [],
    widths: values.width?.map(Number) ?? WIDTHS,
    zoom: Number(values.zoom ?? 100),
    full: values.full ?? false,
    dark: values.dark ?? false,
    forcedColours: values['forced-colours'] ?? false,
    print: values.print ?? false,
    noJs: values['no-js'] ?? false,
  };
}
