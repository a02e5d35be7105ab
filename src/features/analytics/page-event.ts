/** One thing a shopper did, by the event ids of the specification. Never holds personal data. */
export type PageEvent = { eventId: number | string; [detail: string]: string | number | boolean };

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** Reads the detail of a `forecourt:event`; what is neither text, number nor switch is left out. */
export function toPageEvent(detail: unknown): PageEvent | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined;
  const event = Object.fromEntries(Object.entries(detail).filter(([, value]) => isScalar(value)));
  const { eventId } = event;
  return typeof eventId === 'number' || (typeof eventId === 'string' && eventId !== '')
    ? { ...event, eventId }
    : undefined;
}
