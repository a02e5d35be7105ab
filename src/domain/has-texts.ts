/** Whether `value` is an object whose `keys` are texts of reasonable length. */
export const hasTexts = <K extends string>(
  value: unknown,
  keys: readonly K[],
): value is Record<K, string> & Record<string, unknown> =>
  keys.every((key) => {
    const text = (value as Record<string, unknown> | null | undefined)?.[key];
    return typeof text === 'string' && text.length < 500;
  });
