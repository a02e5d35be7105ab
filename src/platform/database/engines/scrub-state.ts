/**
 * SQLite's `user_version` records what is left of deleted rows in the file and its log. 0: the file is older than the
 * overwriting of deleted rows; even: the log still contains erased data; odd: nothing is left.
 */
export const SCRUBBED_FILE = 1;
export const isScrubbed = (version: number): boolean => version % 2 === 1;
