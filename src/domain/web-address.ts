/** Feeds may hold anything; only an https address may become a link or a frame. */
export const webAddress = (text: string | undefined): URL | undefined =>
  text?.startsWith('https://') ? (URL.parse(text) ?? undefined) : undefined;

const OWN_FILE = /^\/[\w-]+(?:\/[\w.-]+)*\.(?<kind>[a-z\d]+)$/;

/** A file of the site itself by its path, `/videos/around.webm`, if it is of one of these kinds. */
export const ownFile = (text: string | undefined, kinds: readonly string[]): string | undefined =>
  kinds.includes(OWN_FILE.exec(text ?? '')?.groups?.kind ?? '') ? text : undefined;
