import type { State } from '#src/config/sections/states.ts';
import type { CalendarDate } from '#src/platform/time/calendar-date.ts';
import type { ChargePeriod, StateCharges } from './charge-period.ts';
import { ACT } from './states/act.data.ts';
import { NSW } from './states/nsw.data.ts';
import { NT } from './states/nt.data.ts';
import { QLD } from './states/qld.data.ts';
import { SA } from './states/sa.data.ts';
import { TAS } from './states/tas.data.ts';
import { VIC } from './states/vic.data.ts';
import { WA } from './states/wa.data.ts';

export const STATE_CHARGES: Readonly<Record<State, StateCharges>> = {
  act: ACT,
  nsw: NSW,
  nt: NT,
  qld: QLD,
  sa: SA,
  tas: TAS,
  vic: VIC,
  wa: WA,
};

export const periodOn = ({ periods }: StateCharges, date: CalendarDate): ChargePeriod | undefined =>
  periods.find(({ from, until = date }) => from <= date && date <= until);
