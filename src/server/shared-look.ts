/** One look at a time, shared by all callers during it and for a while after. */
export function memoizeFor<T>(look: () => Promise<T>, freshMs: number): () => Promise<T> {
  let found: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (!found || performance.now() > found.until) {
      const own = { value: look(), until: Number.POSITIVE_INFINITY };
      const age = () => {
        own.until = performance.now() + freshMs;
      };
      own.value.then(age, age);
      found = own;
    }
    return found.value;
  };
}
