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
  /** Oldest first, limited to the most recent ones. */
  arrivals: readonly ArrivedText[];
};

const MAX_MESSAGES = 200;

/** A fictitious number at which the service times out. */
export const SIMULATED_SILENT_PHONE = '+61491572983';

/**
 * Stores messages in memory, for demos and tests.
 * @param silentMs delay of the number that times out
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
      if (to === SIMULATED_SILENT_PHONE) await wait(silentMs);
      const reason = UNAVAILABLE_IN[to === SIMULATED_SILENT_PHONE ? 'silent' : faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      arrivals.push({ to, text, at: clock.now() });
      if (arrivals.length > MAX_MESSAGES) arrivals.shift();
      return { kind: 'sent' };
    },
  };
}
