/**
 * Memoizes a function by object identity, since a configuration does not change while a process runs. Results are
 * garbage collected with the object.
 */
export function memoizeByObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { value: V }>();
  return (key) => {
    const entry = known.get(key) ?? { value: compute(key) };
    known.set(key, entry);
    return entry.value;
  };
}
