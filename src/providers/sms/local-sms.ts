import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#src/domain/clock.ts';
import { LATE_MS, type ServiceFaultMode, UNAVAILABLE_IN } from '../fault-mode.ts';
import type { Sms, TextMessage } from './sms.ts';

export type ArrivedText = Pick<TextMessage, 'to' | 'text'> & { at: Date };

export type SmsFaultMode = Exclude<ServiceFaultMode, 'finds-nothing'> | 'refuses';

export type LocalSms = Sms & {
  behave(faultMode: SmsFaultMode): void;
  /** The newest of them, oldest first. */
  arrivals: readonly ArrivedText[];
};

const MOST_KEPT = 200;

/** Phones inside this process, in memory alone: of a demo or a test, never of a shopper. */
export function localSms(clock: Clock): LocalSms {
  let faultMode: SmsFaultMode = 'answers';
  const arrivals: ArrivedText[] = [];
  return {
    arrivals,
    behave: (next) => {
      faultMode = next;
    },
    async send({ to, text }) {
      if (faultMode === 'refuses') return { kind: 'rejected', reason: 'HTTP 400, error 21211' };
      const reason = UNAVAILABLE_IN[faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      arrivals.push({ to, text, at: clock.now() });
      if (arrivals.length > MOST_KEPT) arrivals.shift();
      return { kind: 'sent' };
    },
  };
}
