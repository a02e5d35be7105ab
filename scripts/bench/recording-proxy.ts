import { createServer, request } from 'node:http';

export type RecordingProxy = {
  host: string;
  /** Bodies of the multi-searches that have passed since the last call. */
  takeRecorded(): string[];
  stop(): Promise<void>;
};

/**
 * A proxy before Meilisearch that records the multi-searches of the endpoint, so that they can be repeated directly.
 */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const recorded: string[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      if (req.url?.startsWith('/multi-search')) recorded.push(body.toString());
      const { host: _host, 'transfer-encoding': _chunked, ...headers } = req.headers;
      const onward = request(
        new URL(req.url ?? '/', target),
        { method: req.method, headers: { ...headers, 'content-length': body.length } },
        (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(res);
        },
      );
      onward.on('error', () => res.writeHead(502).end());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    host: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    takeRecorded: () => recorded.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
