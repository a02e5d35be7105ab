import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';
import type { Arrival, NewArrival } from './arrival.ts';

/** The arrivals of the demo CRM in one JSON file, complete at any moment; entries in an older format are left out. */
export function arrivalFile(file: string) {
  const kept: Arrival[] = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Arrival[]).filter(({ way }) => way !== undefined)
    : [];
  mkdirSync(dirname(file), { recursive: true });
  function save(): void {
    replaceFileSync(file, JSON.stringify(kept, null, 2), { mode: 0o600 });
  }
  return {
    all: (): readonly Arrival[] => kept,
    /** @returns false if it arrived before; it is then only counted */
    keep(arrival: NewArrival): boolean {
      const known = kept.find(
        ({ way, dealer, key }) => way === arrival.way && dealer === arrival.dealer && key === arrival.key,
      );
      if (known) known.arrivals += 1;
      else kept.push({ ...arrival, receivedAt: new Date().toISOString(), arrivals: 1 });
      save();
      return !known;
    },
  };
}

export type ArrivalFile = ReturnType<typeof arrivalFile>;
