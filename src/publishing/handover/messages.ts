/*
 * What a supervisor and its processes say to each other. They may be of different code releases: a change that the other
 * side could not follow raises VERSION, and the new code then needs a restart.
 */

const VERSION = 1;

/** The process that is to be replaced, as its successor sees it. */
export type Predecessor = {
  /** Where it serves; undefined for a worker. */
  url?: string | undefined;
  /** Slugs of the dealers it works for. */
  dealers: string[];
};

/** A code release whose server is other than the running one. */
export type WantedCode = {
  code: string;
  /** Absolute folder of the source it was built from. */
  folder: string;
};

/** From a process to its supervisor. */
export type Report =
  /** Everything is loaded and warm; it waits for its turn. */
  | { type: 'ready' }
  /** It works now. */
  | { type: 'working' }
  /** It cannot start. */
  | { type: 'failed'; reason: string }
  /** It asks to be replaced by a process of this code. */
  | ({ type: 'wanted'; predecessor: Predecessor } & WantedCode);

/** From a supervisor to a process. */
export type Order =
  /** Its turn has come. */
  | { type: 'begin' }
  /** Its successor works: finish and end. */
  | { type: 'retire' }
  /** The successor it asked for did not come up. */
  | { type: 'refused'; code: string; reason: string };

/** The variable by which a successor learns that it is one. */
export const PREDECESSOR_VARIABLE = 'FORECOURT_PREDECESSOR';

export const toMessage = (content: Report | Order): object => ({ forecourt: VERSION, ...content });

/** @returns undefined for a message of something else, or of another version */
export function fromMessage<T extends Report | Order>(message: unknown): T | undefined {
  const isOurs = typeof message === 'object' && message !== null && 'forecourt' in message;
  return isOurs && message.forecourt === VERSION ? (message as unknown as T) : undefined;
}
