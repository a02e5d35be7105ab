import { MINUTE_MS } from '../../duration.ts';

/** ISO 8601 with seconds and the offset of a time zone: `2026-07-01T10:00:00+10:00`. @param timeZone IANA name */
export function localInstant(instant: string, timeZone: string): string {
  const at = new Date(instant);
  const named = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const offset = /[+-]\d\d:\d\d/.exec(named.find(({ type }) => type === 'timeZoneName')?.value ?? '')?.[0];
  const [sign = '+', hours = '0', minutes = '0'] = offset?.split(/(?<=[+-])|:/) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return `${new Date(at.getTime() + offsetMs).toISOString().slice(0, 19)}${offset ?? '+00:00'}`;
}
