/** The name of a column as the settings spell it; one that no setting names stays as it is. */
export type ColumnSpelling = (name: string, isColumn: (name: string) => boolean) => string;

/**
 * Columns are found whatever the case of their names: `Make` is `make`, unless the feed has a column `make` as well.
 * @param mappedColumns as the settings spell them
 */
export function columnSpelling(mappedColumns: ReadonlySet<string>): ColumnSpelling {
  const byLowerCase = new Map<string, string | undefined>();
  for (const name of mappedColumns) {
    const key = name.toLowerCase();
    // Two that differ in case alone are two columns.
    byLowerCase.set(key, byLowerCase.has(key) ? undefined : name);
  }
  return (name, isColumn) => {
    if (mappedColumns.has(name)) return name;
    const mapped = byLowerCase.get(name.toLowerCase());
    return mapped !== undefined && !isColumn(mapped) ? mapped : name;
  };
}
