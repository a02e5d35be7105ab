/** An object, even if the text is broken: one unreadable lead must not hide the others. */
export function readPayload(text: string): Readonly<Record<string, unknown>> {
  try {
    const payload: unknown = JSON.parse(text);
    if (typeof payload === 'object' && payload !== null) return { ...payload };
  } catch {
    // Told below.
  }
  return { payload: 'cannot be read' };
}
