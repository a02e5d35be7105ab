import { request } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadValues } from '#src/features/leads/fields/lead-field.ts';
import { type JourneyPage, NO_PLATE } from '#src/features/trade-in/trade-in-journey.ts';
import { askedFields, plausibleValues } from './asked-fields.ts';

const STEPS = ['vehicle', 'condition', 'details'] as const satisfies readonly JourneyPage[];

/** Posts like a browser without scripts. @returns where the response redirects */
const post = (port: number, host: string, path: string, values: LeadValues): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { Host: host, 'Content-Type': 'application/x-www-form-urlencoded' };
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
      answer.resume();
      const { location } = answer.headers;
      if (answer.statusCode === 303 && location) resolve(location);
      else reject(new Error(`${path} was answered with ${answer.statusCode}`));
    });
    asked.on('error', reject);
    asked.end(new URLSearchParams(values).toString());
  });

/**
 * Starts valuations and leaves one at each step.
 * @returns their ids, the one that got furthest last
 * @throws where a step is refused that should not be
 */
export async function openValuations(port: number, host: string, dealer: DealerConfig): Promise<string[]> {
  const ids: string[] = [];
  for (let done = 0; done <= STEPS.length; done++) {
    const begun = await post(port, host, '/value-my-car', { [NO_PLATE]: 'on' });
    const id = begun.split('/')[2] ?? '';
    const asked = askedFields(dealer, [id]);
    for (const step of STEPS.slice(0, done)) {
      const path = `/value-my-car/${id}/${step}`;
      await post(port, host, path, plausibleValues(asked.get(path) ?? []));
    }
    ids.push(id);
  }
  return ids;
}
