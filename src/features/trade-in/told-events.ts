const TOLD_KEY = 'forecourt:journey-events';
/** Two each of many valuations. */
const MAX_TOLD = 100;

function told(storage: Pick<Storage, 'getItem'>): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(TOLD_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * ANL-06: whether something is told for the first time in this browser; from then on it is not.
 * @param open may throw where the browser keeps nothing: better told twice than never
 */
export function isFirstTelling(open: () => Pick<Storage, 'getItem' | 'setItem'>, key: string): boolean {
  try {
    const storage = open();
    const before = told(storage);
    if (before.includes(key)) return false;
    storage.setItem(TOLD_KEY, JSON.stringify([...before, key].slice(-MAX_TOLD)));
  } catch {
    // Full or refused.
  }
  return true;
}
