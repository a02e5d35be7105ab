/** Made by `astro.config.mjs`. */
declare module 'virtual:mark-files' {
  /** Addresses of the marks of makes, by slug. */
  export const MARK_FILES: Readonly<Record<string, string>>;
}
