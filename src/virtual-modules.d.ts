/** Made by `astro.config.mjs`. */
declare module 'virtual:drawings' {
  /** The address of all icons; each has its name as id. */
  export const ICON_FILE: string;
  /** Addresses of the marks of makes, by slug. */
  export const MARK_FILES: Readonly<Record<string, string>>;
}
