/**
 * Called by slow work, as often as it likes.
 * @param step what is being done, e.g. `Rendering sites`
 * @param done of `all`, counted from 0; neither where the step cannot be counted
 */
export type OnProgress = (step: string, done?: number, all?: number) => void;
