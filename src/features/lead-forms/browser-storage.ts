/** Reading the property itself throws where the browser keeps nothing. */
export function browserStorage(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}

/** The object of texts kept under `key`; empty for anything unreadable. */
export function readTexts(storage: Storage | undefined, key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}

export function writeTexts(storage: Storage | undefined, key: string, texts: Record<string, string>): void {
  try {
    storage?.setItem(key, JSON.stringify(texts));
  } catch {
    // Full or refused: the form works without memory.
  }
}
