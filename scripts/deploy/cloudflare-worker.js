/**
 * Worker of Cloudflare for the routes of `/_astro/*` and `/images/*`: the bucket is asked first, then the server.
 * `STORAGE_PUBLIC_URL` is a variable of the Worker, the same as that of Forecourt.
 */
export default {
  async fetch(request, env) {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const { pathname } = new URL(request.url);
    const stored = isRead
      ? await fetch(env.STORAGE_PUBLIC_URL + pathname, { method: request.method }).catch(() => undefined)
      : undefined;
    if (stored?.ok) return stored;
    await stored?.body?.cancel();
    return fetch(request);
  },
};
