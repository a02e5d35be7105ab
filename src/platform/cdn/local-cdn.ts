import { setTimeout as wait } from 'node:timers/promises';
import {
  LATE_MS,
  type ServiceFaultMode,
  UNAVAILABLE_IN,
} from '#src/platform/external-services/service-fault-mode.ts';
import type { CdnPurge } from './cdn-purge.ts';

export type CdnFaultMode = Exclude<ServiceFaultMode, 'finds-nothing'> | 'refuses';

export const BUSY_SECONDS = 7;
const TAGS_A_CALL = 4;

export type LocalCdn = CdnPurge & {
  behave(faultMode: CdnFaultMode): void;
  /** Purged tags, oldest first; repeated ones too. */
  purged: readonly string[];
};

/** Records purges in memory, for demos and tests. */
export function localCdn(): LocalCdn {
  let faultMode: CdnFaultMode = 'answers';
  const purged: string[] = [];
  return {
    tagsACall: TAGS_A_CALL,
    purged,
    behave: (next) => {
      faultMode = next;
    },
    async purge(tags) {
      const reason = faultMode === 'refuses' ? 'HTTP 401' : UNAVAILABLE_IN[faultMode];
      if (reason !== undefined)
        return {
          ...{ kind: 'failed', reason },
          ...(faultMode === 'busy' && { retryAfterMs: BUSY_SECONDS * 1000 }),
        };
      if (faultMode === 'late') await wait(LATE_MS);
      purged.push(...new Set(tags));
      return { kind: 'purged' };
    },
  };
}
