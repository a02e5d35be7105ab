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

type Class = abstract new (...args: never[]) => object;

/** A class is called with `new` alone. */
export const classCallCheck = (): void => {};

type Members = readonly (PropertyDescriptor & { key: string })[] | null;

export function createClass(of: Class, ofPrototype: Members = null, ofClass: Members = null): Class {
  const define = (target: object, members: Members) => {
    for (const { key, ...member } of members ?? []) {
      if ('value' in member) member.writable = true;
      Object.defineProperty(target, key, { ...member, configurable: true });
    }
  };
  define(of.prototype, ofPrototype);
  define(of, ofClass);
  return of;
}

export function inherits(of: Class, from: Class): void {
  Object.setPrototypeOf(of, from);
  Object.setPrototypeOf(of.prototype, from.prototype);
}

/** What `super(...args)` gives. */
export const callSuper = (self: object, of: Class, args: readonly unknown[] = []): object =>
  Reflect.construct(Object.getPrototypeOf(of), args, self.constructor);

export const objectWithoutProperties = (object: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(object ?? {}).filter(([name]) => !names.includes(name)));
