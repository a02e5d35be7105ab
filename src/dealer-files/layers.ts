import { isJsonObject, type JsonObject } from '#src/domain/json-object.ts';
import { inherit } from './inherit.ts';

/** A file that holds one part of a source: a page, an entry of a list. */
export type ContentPart = {
  /** Place of the part in the settings. */
  keys: readonly string[];
  file: string;
  /** The name shown to people: `<slug>/blog/tow-ratings.md`. */
  origin: string;
  placeOf: PlaceOf;
};

/** The line of a value, from 1, and its path as the file has it: empty for what is text below the keys. */
export type PlaceOf = (keys: readonly string[]) => { line: number; path: string };

/** One source of a dealer's settings. */
export type Layer = {
  /** The name shown to people: `template metro`, `_shared/harbour-group.json`, `harbour-cars.json`. */
  origin: string;
  /** The file to edit; a template has none. */
  file?: string;
  values: JsonObject;
  /** What of it is in files of its own. */
  parts?: readonly ContentPart[];
};

/** The file that holds a place, if the source has it in a file of its own. */
export const partAt = ({ parts = [] }: Layer, keys: readonly string[]): ContentPart | undefined =>
  parts.find((part) => part.keys.every((key, at) => keys[at] === key));

/** The files of all sources. */
export const filesOf = (layers: readonly Layer[]): string[] =>
  layers.flatMap(({ file, parts = [] }) => [
    ...(file === undefined ? [] : [file]),
    ...parts.map((part) => part.file),
  ]);

/** @param layers lowest first: template, group file, dealer file, content files */
export const mergeLayers = (layers: readonly Layer[]): JsonObject =>
  layers.reduce<JsonObject>((merged, { values }) => inherit(merged, values), {});

type Reach = 'written' | 'enclosing' | 'absent';

/** Whether a source sets a place: by a value there, by a list or single value around it, or not at all. */
function reachOf(values: JsonObject, keys: readonly string[]): Reach {
  let at: unknown = values;
  let enclosing = false;
  for (const key of keys) {
    enclosing ||= !isJsonObject(at);
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
      return enclosing ? 'enclosing' : 'absent';
    }
    at = Reflect.get(at, key);
  }
  return 'written';
}

/** The source of the value at a place of the merged settings. */
export type Owner = {
  layer: Layer;
  /** False where the source holds the list or value around the place, but nothing there itself. */
  written: boolean;
};

/** @returns undefined if no source sets it: a default, or nothing */
export function ownerAt(layers: readonly Layer[], keys: readonly string[]): Owner | undefined {
  for (const layer of layers.toReversed()) {
    const reach = reachOf(layer.values, keys);
    if (reach !== 'absent') return { layer, written: reach === 'written' };
  }
  return undefined;
}
