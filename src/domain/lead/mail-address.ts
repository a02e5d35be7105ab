const LONGEST = 254;
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** A dot neither begins nor ends the name, nor follows another: mail servers refuse those. */
const PLAIN = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`);

/** One address without a name, quotes, comments or a second address: safe in a header and in an envelope. */
export const isPlainAddress = (text: string): boolean => text.length <= LONGEST && PLAIN.test(text);
