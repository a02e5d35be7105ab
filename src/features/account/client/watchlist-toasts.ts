export const VIEW_LIST = { href: '/saved-cars', label: 'View List' };

const capitalised = (sold: string) => sold.charAt(0).toUpperCase() + sold.slice(1);

/**
 * FAV-03.
 * @param sold the dealer's noun for a vehicle, such as "car"
 */
export const savedText = (sold: string): string => `${capitalised(sold)} Saved In Watchlist`;
export const removedText = (sold: string): string => `${capitalised(sold)} Removed`;
