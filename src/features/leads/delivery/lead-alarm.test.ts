import { expect, it } from 'vitest';
import { alarmSteps, alarmText, type StoredAlarm, type TroubledLeads } from './lead-alarm.ts';

const now = new Date('2026-07-02T00:00:00Z');
const found: TroubledLeads = {
  dealer: 'riverbend',
  trouble: 'waiting',
  leads: 3,
  since: '2026-07-01T22:00:00.000Z',
  latest: '2026-07-01T23:30:00.000Z',
};
const known = (reportedAt: string | null, trouble: StoredAlarm['trouble'] = 'waiting'): StoredAlarm => ({
  dealer: 'riverbend',
  trouble,
  reportedAt,
});

it('FORM-11 leads that wait too long are reported once', () => {
  expect(alarmSteps([found], [], now)).toEqual([{ kind: 'tell', found, isReminder: false }]);
  expect(alarmSteps([found], [known('2026-07-01T22:30:00.000Z')], now)).toEqual([]);
});

it('FORM-11 an alarm that reached no one is retried', () => {
  expect(alarmSteps([found], [known(null)], now)).toEqual([{ kind: 'tell', found, isReminder: false }]);
});

it('FORM-11 people are reminded after a day, not before', () => {
  expect(alarmSteps([found], [known('2026-07-01T00:00:01.000Z')], now)).toEqual([]);
  expect(alarmSteps([found], [known('2026-07-01T00:00:00.000Z')], now)).toEqual([
    { kind: 'tell', found, isReminder: true },
  ]);
});

it('FORM-11 alarms are separate for each problem and dealer', () => {
  const dead = { ...found, trouble: 'dead' } as const;
  const other = { ...found, dealer: 'ironbark-trucks' };
  const steps = alarmSteps([found, dead, other], [known(now.toISOString())], now);
  expect(steps.map((step) => 'found' in step && step.found)).toEqual([dead, other]);
});

it('FORM-11 the all-clear is sent only after an alarm about waiting leads', () => {
  const alarm = known('2026-07-01T22:30:00.000Z');
  expect(alarmSteps([], [alarm], now)).toEqual([{ kind: 'all-clear', alarm }]);
  for (const quiet of [known(null), known(now.toISOString(), 'dead'), known(now.toISOString(), 'held')]) {
    expect(alarmSteps([], [quiet], now)).toEqual([{ kind: 'forget', alarm: quiet }]);
  }
});

it('FORM-11 more leads given up or held are reported within the hour, and not more often', () => {
  for (const trouble of ['dead', 'held'] as const) {
    const more = { ...found, trouble };
    const step = { kind: 'tell', found: more, isReminder: false };
    expect(alarmSteps([more], [known('2026-07-01T23:00:00.000Z', trouble)], now)).toEqual([step]);
    expect(alarmSteps([more], [known('2026-07-01T23:00:00.001Z', trouble)], now)).toEqual([]);
    expect(alarmSteps([more], [known('2026-07-01T23:30:00.000Z', trouble)], now)).toEqual([]);
  }
  expect(alarmSteps([found], [known('2026-07-01T23:00:00.000Z')], now)).toEqual([]);
});

it('FORM-11 no all-clear is sent while some leads were given up', () => {
  const alarm = known('2026-07-01T22:30:00.000Z');
  const dead = { ...found, trouble: 'dead' } as const;
  expect(alarmSteps([dead], [alarm], now)).toEqual([
    { kind: 'tell', found: dead, isReminder: false },
    { kind: 'forget', alarm },
  ]);
  const elsewhere = { ...dead, dealer: 'ironbark-trucks' };
  expect(alarmSteps([elsewhere], [alarm], now)).toContainEqual({ kind: 'all-clear', alarm });
});

it('FORM-11 an alarm states the dealer, count, time, reason and remedy', () => {
  const details = { name: 'Riverbend', sinceText: '2026-07-02 08:00', places: ['crm: 3, HTTP 500'] };
  expect(alarmText(found, { ...details, isReminder: false })).toEqual({
    subject: 'Riverbend: 3 leads wait to be delivered',
    text: [
      'Riverbend (riverbend): 3 leads wait to be delivered, the first since 2026-07-02 08:00 (2026-07-01T22:00:00.000Z).',
      'They are stored and retried automatically until the destination accepts them.',
      '',
      '- crm: 3, HTTP 500',
      '',
      'See: npm run leads -- list --dealer riverbend --state pending',
    ].join('\n'),
  });
  const one = alarmText({ ...found, trouble: 'held', leads: 1 }, { ...details, isReminder: true });
  expect(one.subject).toBe('Still: Riverbend: 1 lead is held on suspicion');
  expect(one.text).toContain('--state held');
});
