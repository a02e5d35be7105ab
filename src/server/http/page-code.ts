/**
 * Renders a page or answers an endpoint: what the bundle exports (`src/publishing/pages-entry.ts`).
 * @param request with the internal address of the page
 * @returns undefined if no page has this address
 */
export type RenderPage = (request: globalThis.Request, locals: object) => Promise<Response | undefined>;

/** A response, and its body in one piece: through a `Response`, a page is copied two more times. */
export async function renderWhole(
  renderPage: RenderPage,
  request: globalThis.Request,
  locals: object,
): Promise<{ response: Response; body: Buffer } | undefined> {
  let page: Buffer | undefined;
  const onPage = (whole: Buffer) => {
    page = whole;
  };
  const response = await renderPage(request, { ...locals, onPage });
  return response && { response, body: page ?? Buffer.from(await response.arrayBuffer()) };
}

/** The compiled pages of one code release. */
export type PageCode = {
  /** Responses cached by another code are not sent. */
  readonly name: string;
  readonly renderPage: RenderPage;
};
