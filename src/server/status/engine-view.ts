import { SHARED_ENGINE } from '#src/config/search-variables.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { EngineFacts, Finding } from './status-facts.ts';

/** Longer than the copy of a large dealer takes. */
const MOVE_CUT_OFF_MS = 10 * MINUTE_MS;

export const ENGINE_COLUMNS = ['engine', 'dealers', 'vehicles', 'waiting', 'moving', 'searches by'] as const;

/** In the order of `ENGINE_COLUMNS`. */
export const engineCells = ({
  name,
  dealers,
  vehicles,
  waiting,
  moves,
  isAvailable,
}: EngineFacts): string[] => [
  name,
  String(dealers),
  vehicles === undefined ? '–' : String(vehicles),
  String(waiting),
  String(moves.length),
  isAvailable ? 'engine' : 'database',
];

function judgeEngine({ name, dealers, isAvailable, reason }: EngineFacts): Finding {
  const isShared = name === SHARED_ENGINE;
  const about = isShared ? 'search engine' : `search engine ${name}`;
  if (isAvailable) return { level: 'green', about, what: 'Meilisearch responds.' };
  const searches = isShared ? 'searches' : `searches of ${dealers} ${dealers === 1 ? 'dealer' : 'dealers'}`;
  const because = reason === undefined ? '' : `: ${reason}`;
  return {
    level: 'red',
    about,
    what: `Meilisearch is unavailable; ${searches} use the database${because}.`,
    remedy: isShared ? 'curl -s "$MEILI_HOST/health"' : 'npm run stock -- engines',
  };
}

/** PLAT-52: a move that does not end has no one who waits for it. */
const judgeMoves = ({ name, moves }: EngineFacts, now: number): Finding[] =>
  moves
    .filter(({ since }) => now - Date.parse(since) >= MOVE_CUT_OFF_MS)
    .map(({ dealer, state, to, since }) => ({
      level: 'amber',
      about: dealer,
      what:
        state === 'copying'
          ? `Its move to the search engine "${to}" is not finished; it is searched where it was.`
          : `It is searched on the engine "${to}", and is still to be removed from "${name}".`,
      since,
      remedy: `npm run stock -- engines move ${dealer} --to ${to}`,
    }));

/** PLAT-55 */
export const judgeEngines = (engines: readonly EngineFacts[], at: string): Finding[] =>
  engines.flatMap((engine) => [
    ...(engine.dealers > 0 ? [judgeEngine(engine)] : []),
    ...judgeMoves(engine, Date.parse(at)),
  ]);
