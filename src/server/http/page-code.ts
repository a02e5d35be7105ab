/**
 * Renders a page or answers an endpoint: what the bundle exports (`src/publishing/pages-entry.ts`).
 * @param request with the internal address of the page
 * @returns undefined if no page has this address
 */
export type RenderPage = (request: globalThis.Request, locals: object) => Promise<Response | undefined>;

/** The compiled pages of one code release. */
export type PageCode = {
  /** Responses cached by another code are not sent. */
  readonly name: string;
  readonly renderPage: RenderPage;
};
