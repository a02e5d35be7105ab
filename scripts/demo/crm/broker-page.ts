import { xmlText } from '#src/platform/text/xml.ts';

const STYLE = `
:root{color-scheme:light}body{margin:0;background:#f3f5f8;color:#16202b;font:16px/1.5 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:3rem 1rem}h1{font-size:1.5rem}code{overflow-wrap:anywhere}`;

/** Where a finance application continues in the demo: in place of the broker's own website. */
export const brokerPage = (query: URLSearchParams): string =>
  `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Finance application · Demo broker</title><style>${STYLE}</style></head>
<body><main><h1>Your finance application</h1>
<p>In the demo this page replaces the broker's website. Your details have arrived; nothing is sent to a lender.</p>
<p>Reference: <code>${xmlText(query.get('reference') ?? 'none')}</code></p></main></body></html>`;
