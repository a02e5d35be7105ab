import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';

const HERO_BYTES = 60_000;

/** A photo-like JPEG of about 60 kB: smooth noise that compresses as pictures do. */
async function hero(): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: 320,
      height: 180,
      channels: 3,
      background: '#6b7f8f',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .resize(1280, 720)
    .png()
    .toBuffer();
  for (let quality = 90; quality > 10; quality -= 5) {
    const jpeg = await sharp(noise).jpeg({ quality }).toBuffer();
    if (jpeg.length <= HERO_BYTES) return jpeg;
  }
  throw new Error('No quality makes the hero small enough');
}

const card = (at: number) =>
  `<li><h2>Car ${at}</h2><p>$${at}9,990 drive away</p><a href="#car-${at}">View car ${at}</a></li>`;

/** The least a page with a hero and twelve cards can cost: what every other figure is compared with. */
export async function startFloorPage(): Promise<{ url: string; stop(): Promise<void> }> {
  const picture = await hero();
  const html =
    gzipSync(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Floor</title><meta name="description" content="Hand-written page"><style>body{font:16px/1.5 system-ui;margin:0 auto;max-width:70rem}li{padding:1rem}a{display:inline-block;padding:.8rem}</style></head>
<body><main><h1>Cars</h1><img src="/hero.jpg" width="1280" height="720" alt="A car" fetchpriority="high" style="width:100%;height:auto">
<ul>${Array.from({ length: 12 }, (_, at) => card(at + 1)).join('')}</ul></main></body></html>`);
  const server = createServer((req, res) => {
    if (req.url === '/robots.txt') return void res.end('User-agent: *\nAllow: /\n');
    if (req.url === '/hero.jpg') return void res.setHeader('Content-Type', 'image/jpeg').end(picture);
    res.setHeader('Content-Type', 'text/html; charset=utf-8').setHeader('Content-Encoding', 'gzip').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://localhost:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
