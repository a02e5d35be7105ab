import { setTimeout as wait } from 'node:timers/promises';
import {
  LATE_MS,
  type ServiceFaultMode,
  UNAVAILABLE_IN,
} from '#src/platform/external-services/service-fault-mode.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { SMS_TIMEOUT_MS, type Sms, type TextMessage } from './sms-service.ts';

export type ArrivedText = Pick<TextMessage, 'to' | 'text'> & { at: Date };

export type SmsFaultMode = Exclude<ServiceFaultMode, 'finds-nothing'> | 'refuses';

export type LocalSms = Sms & {
  behave(faultMode: SmsFaultMode): void;
  /** The newest of them, oldest first. */
  arrivals: readonly ArrivedText[];
};

const MOST_KEPT = 200;

/** A phone with a meaning, of those that are never given to anyone: the service does not respond in time. */
export const MADE_UP_SILENT_PHONE = '+61491572983';

/**
 * Phones inside this process, in memory alone: of a demo or a test, never of a shopper.
 * @param silentMs how long the phone that gets no message is waited for
 */
export function localSms(clock: Clock, silentMs = SMS_TIMEOUT_MS): LocalSms {
  let faultMode: SmsFaultMode = 'answers';
  const arrivals: ArrivedText[] = [];
  return {
    arrivals,
    behave: (next) => {
      faultMode = next;
    },
    async send({ to, text }) {
      if (faultMode === 'refuses') return { kind: 'rejected', reason: 'HTTP 400, error 21211' };
      if (to === MADE_UP_SILENT_PHONE) await wait(silentMs);
      const reason = UNAVAILABLE_IN[to === MADE_UP_SILENT_PHONE ? 'silent' : faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      arrivals.push({ to, text, at: clock.now() });
      if (arrivals.length > MOST_KEPT) arrivals.shift();
      return { kind: 'sent' };
    },
  };
}
