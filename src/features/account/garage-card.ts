/** A vehicle of a card: name, page while it has one, and picture. */
export type GarageCar = {
  name: string;
  path: string | undefined;
  /** URL. */
  picture: string | undefined;
};

/** FAV-297: what a shopper has arranged, as a card of the garage. */
export type GarageCard = {
  /** `Test drive`. */
  title: string;
  state: { text: string; isGood: boolean } | undefined;
  car: GarageCar | undefined;
  facts: readonly { label: string; text: string; href?: string | undefined }[];
  actions: readonly { text: string; href: string; isFile?: boolean }[];
};
