/** Part of an address that asks for nothing on purpose, so that no kept filter is put back. */
export const CLEARED = '#cleared';

/** Address of the search without filters. */
export const clearedPath = ({
  defaultPath,
  persisted,
}: {
  defaultPath: string;
  persisted: readonly string[];
}) => (persisted.length > 0 ? defaultPath + CLEARED : defaultPath);
