/** PLAT-50: the search engine of a dealer; without a row it is the shared one. */
export type SearchPlacementsTable = {
  dealer: string;
  /** Where it is searched: "shared", or a name of MEILI_ENGINES. */
  engine: string;
  /** Where it is indexed too, while it moves. */
  other_engine: string | null;
  /** settled; copying to `other_engine`; or leaving it, until every process searches `engine`. */
  state: string;
  changed_at: string;
};

/** Changes that one engine of a moving dealer has, and `engine` has not. */
export type SearchCopiesTable = { engine: string; vehicle_id: string; dealer: string; version: number };

/** PLAT-54: the release that an engine's index is of, and when a process of it last said so. */
export type SearchIndexesTable = {
  engine: string;
  settings_version: number;
  document_version: number;
  confirmed_at: string;
};

export type SearchTables = {
  search_placements: SearchPlacementsTable;
  search_copies: SearchCopiesTable;
  search_indexes: SearchIndexesTable;
};
