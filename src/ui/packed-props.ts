const swapQuotes = (text: string) => text.replace(/["`]/g, (quote) => (quote === '"' ? '`' : '"'));

/**
 * Props of the island as one text. Astro writes each value with its type, and each quotation mark as six characters;
 * backticks stay as they are.
 */
export const packed = (props: object): string => swapQuotes(JSON.stringify(props));

export const unpacked = <Props extends object>(text: string): Props => JSON.parse(swapQuotes(text)) as Props;
