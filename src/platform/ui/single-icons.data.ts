/* By themselves, for scripts: their code then holds no other. */
export const CLOSE_ICON = 'm6 6 12 12M18 6 6 18';
export const HEART_ICON = 'M12 19.8 4.9 12.7a4.6 4.6 0 0 1 6.5-6.5l.6.6.6-.6a4.6 4.6 0 0 1 6.5 6.5z';
export const SEARCH_ICON = 'M10.75 4a6.75 6.75 0 1 1 0 13.5 6.75 6.75 0 0 1 0-13.5zM15.7 15.7l4.3 4.3';
export const TAG_ICON = 'M4 4.75A.75.75 0 0 1 4.75 4H12l8 8-7.5 7.5a1 1 0 0 1-1.4 0L4 12.3zM8.25 8.25h.01';
