/** FAV-01: the stored data of a saved car. `primary_image_url` is a URL, empty for a car without pictures. */
export type Favourite = {
  id: string;
  name: string;
  slug: string;
  make: string;
  model: string;
  primary_image_url: string;
};

/** How a heart carries its car: a line for each field, in this order. JSON is heavier, and a page of results has 21. */
export const writeFavourite = ({ id, name, slug, make, model, primary_image_url }: Favourite): string =>
  [id, name, slug, make, model, primary_image_url].map((text) => text.replace(/\s/g, ' ')).join('\n');
