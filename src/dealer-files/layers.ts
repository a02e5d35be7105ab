import { inherit, isJsonObject, type JsonObject } from './inherit.ts';

/** One source of a dealer's settings. */
export type Layer = {
  /** The name shown to people: `template metro`, `_shared/harbour-group.json`, `harbour-cars.json`. */
  origin: string;
  /** The file to edit; a template has none. */
  file?: string;
  values: JsonObject;
};

/** @param layers lowest first: template, group file, dealer file */
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
