const LONGEST = 254;
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const PLAIN = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`);

/** One address without a name, quotes, comments or a second address: safe in a header and in an envelope. */
export const isPlainAddress = (text: string): boolean => text.length <= LONGEST && PLAIN.test(text);
