/**
 * SQLite's `user_version` records whether the file and log may contain deleted data. 0: the file predates
 * secure_delete; even: the log still contains erased data; odd: clean.
 */
export const SCRUBBED_FILE = 1;
export const isScrubbed = (version: number): boolean => version % 2 === 1;
