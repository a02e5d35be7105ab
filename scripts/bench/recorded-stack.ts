import { type PreparedDemo, prepareDemo } from './prepared-demo.ts';
import { type RecordedSearch, recordSearches } from './recorded-searches.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';

const DEALER = 'riverbend';

export type RecordedStack = PreparedDemo & { dealer: string; searches: RecordedSearch[] };

/** By the first bench of a run: a shopper's searches are the same for all. */
let known: RecordedSearch[] | undefined;

/**
 * Runs the demo behind a recording proxy, uses its search page in a browser unless that has been recorded, and leaves
 * the engine running.
 */
export async function recordedStack(): Promise<RecordedStack> {
  let recorder: RecordingProxy | undefined;
  const { used: searches, ...demo } = await prepareDemo(
    async (stack) => {
      if (!recorder) throw new Error('The recording proxy did not start.');
      known ??= await recordSearches(stack, DEALER, recorder);
      return known;
    },
    async (engineHost) => {
      recorder = await startRecordingProxy(engineHost);
      return recorder;
    },
  );
  return { ...demo, dealer: DEALER, searches };
}
