/** Feeds hold anything; only an address of the web, by https, may become a link or a frame. */
export const webAddress = (text: string | undefined): URL | undefined =>
  text?.startsWith('https://') ? (URL.parse(text) ?? undefined) : undefined;
