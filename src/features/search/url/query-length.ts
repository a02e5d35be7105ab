/** The longest words to search for, in characters as people count them, code points: an emoji is one. */
export const MAX_QUERY_LENGTH = 200;
