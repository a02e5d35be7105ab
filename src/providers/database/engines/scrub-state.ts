/**
 * SQLite's `user_version` says what is left of deleted rows in the file and its log. 0: the file is older than the
 * overwriting of deleted rows; even: something was erased and the log holds it still; odd: nothing is left.
 */
export const SCRUBBED_FILE = 1;
export const isScrubbed = (version: number): boolean => version % 2 === 1;
