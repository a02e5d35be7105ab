/** The complete response of a page or an endpoint. */
export type WholeResponse = {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  body: Buffer;
};

/** @param name in lower case */
export const textHeader = ({ headers }: WholeResponse, name: string): string | undefined =>
  headers[name]?.toString();

/** Tag of every response that shows a dealer's stock. */
export const stockTag = (dealer: string): string => `stock/${dealer}`;
