import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';

/** The largest picture of a page, as it was sent. */
export type Hero = { bytes: Buffer; type: string };

export type FloorPage = {
  url: string;
  /** Shows this picture from now on, or none. */
  show(hero: Hero | undefined): Promise<void>;
  stop(): Promise<void>;
};

const card = (at: number) =>
  `<li><h2>Car ${at}</h2><p>$${at}9,990 drive away</p><a href="#car-${at}">View car ${at}</a></li>`;

const pageText = (picture: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Floor</title><meta name="description" content="Hand-written page"><style>
body{font:16px/1.5 system-ui;margin:0 auto;max-width:70rem}img{width:100%;height:auto}
li{padding:1rem}a{display:inline-block;padding:.8rem}</style></head>
<body><main><h1>Cars</h1>${picture}
<ul>${Array.from({ length: 12 }, (_, at) => card(at + 1)).join('')}</ul></main></body></html>`;

async function pictureText({ bytes }: Hero): Promise<string> {
  const { width, height } = await sharp(bytes).metadata();
  return `<img src="/hero" width="${width}" height="${height}" alt="A car" fetchpriority="high">`;
}

/** The lowest cost of a page with a hero and twelve cards: the baseline for every other figure. */
export async function startFloorPage(): Promise<FloorPage> {
  let shown: Hero | undefined;
  let html = gzipSync(pageText(''));
  const server = createServer((req, res) => {
    if (req.url === '/robots.txt') return void res.end('User-agent: *\nAllow: /\n');
    if (req.url === '/hero' && shown) return void res.setHeader('Content-Type', shown.type).end(shown.bytes);
    if (req.url !== '/') return void res.writeHead(404).end();
    res.setHeader('Content-Type', 'text/html; charset=utf-8').setHeader('Content-Encoding', 'gzip').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://localhost:${port}/`,
    async show(hero) {
      shown = hero;
      html = gzipSync(pageText(hero ? await pictureText(hero) : ''));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
