import * as v from 'valibot';
import { whole } from './switches.ts';

/** FORM-11: when people are told that leads do not leave. */
export const LeadAlarmSchema = v.strictObject({
  afterMinutes: whole(30, [5, 1440], 'FORM-11: minutes a lead may wait for delivery before people are told'),
});
