import { setTimeout as wait } from 'node:timers/promises';
import { postcodeCentroid } from '#src/domain/location/postcode-centroid.ts';
import { LATE_MS, type ServiceFaultMode, UNAVAILABLE_IN } from '../fault-mode.ts';
import type { Geocoding } from './geocoding.ts';

const POSTCODE_LAST = /(?:^|\s)(\d{4})\s*$/;

export type LocalGeocoding = Geocoding & { behave(faultMode: ServiceFaultMode): void };

/** Places inside this process: an address is in the middle of the postcode it ends with. */
export function localGeocoding(): LocalGeocoding {
  let faultMode: ServiceFaultMode = 'answers';
  return {
    behave: (next) => {
      faultMode = next;
    },
    async locate(address) {
      const reason = UNAVAILABLE_IN[faultMode];
      if (reason !== undefined) return { kind: 'unavailable', reason };
      if (faultMode === 'late') await wait(LATE_MS);
      const [, postcode = ''] = POSTCODE_LAST.exec(address) ?? [];
      const point = faultMode === 'finds-nothing' ? undefined : postcodeCentroid(postcode);
      return point ? { kind: 'found', point } : { kind: 'nowhere' };
    },
  };
}
