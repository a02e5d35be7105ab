/**
 * What the compiler of InstantSearch calls where old browsers lack a feature; all browsers that run this have them.
 * `astro.config.mjs` replaces its helpers of the same names.
 */
export const objectSpread = Object.assign;
export const objectSpreadProps = Object.assign;

export const toConsumableArray = <T>(list: Iterable<T>): T[] => [...list];

export const slicedToArray = <T>(list: Iterable<T>): T[] => [...list];

export const typeOf = (value: unknown): string => typeof value;

export const instanceOf = (value: unknown, of: new () => unknown): boolean => value instanceof of;

export const defineProperty = <T extends object>(object: T, name: string, value: unknown): T =>
  Object.assign(object, { [name]: value });

export const objectWithoutProperties = (object: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(object ?? {}).filter(([name]) => !names.includes(name)));
