import { type IncomingHttpHeaders, request } from 'node:http';
import { WRONG_TOKENS } from '#src/server/status/operator-access.ts';
import { ATTACKER, type Victim } from './attacker.ts';
import { type Attack, figure } from './attacks.ts';

const GUESSES = 60;
/** nginx's `proxy_buffer_size`, for all headers of a response. */
const PROXY_BUFFER_BYTES = 4096;
const TOO_MANY = 429;
const PAGES = [
  '/',
  '/contact',
  '/about-us',
  '/search/new-used-and-demo-cars',
  '/saved-cars',
  '/no-such-page',
];

type Answer = { status: number; headers: IncomingHttpHeaders; headerBytes: number };

const read = ({ port, host }: Victim, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(
      {
        port,
        host: '127.0.0.1',
        path,
        headers: { Host: host, ...headers },
        agent: false,
        localAddress: ATTACKER,
      },
      (res) => {
        const { statusCode: status = 0, rawHeaders } = res;
        // A colon, a space and the end of the line for each pair.
        const headerBytes = Buffer.byteLength(rawHeaders.join('')) + rawHeaders.length * 2;
        res.resume().once('end', () => resolve({ status, headers: res.headers, headerBytes }));
      },
    )
      .on('error', reject)
      .end();
  });

const tokenGuesses: Attack = {
  name: 'guesses of the token at /health',
  async run(target) {
    const statuses: number[] = [];
    for (let guess = 0; guess < GUESSES; guess += 1)
      statuses.push((await read(target, '/health', { Authorization: `Bearer guess-${guess}` })).status);
    const beyond = statuses.slice(WRONG_TOKENS).filter((status) => status !== TOO_MANY).length;
    return [figure(`of ${GUESSES - WRONG_TOKENS} beyond the limit, compared`, beyond, '', { atMost: 0 })];
  },
};

const campaignLandings: Attack = {
  name: 'landings of a campaign, for a cache that others share',
  async run(target) {
    const answers = await Promise.all(PAGES.map((page) => read(target, `${page}?utm_source=stranger`)));
    const shared = answers.filter(
      ({ headers }) =>
        headers['set-cookie'] !== undefined && !/private|no-store/.test(headers['cache-control'] ?? ''),
    ).length;
    return [figure('cookies that a shared cache may store', shared, '', { atMost: 0 })];
  },
};

const policies: Attack = {
  name: 'headers and policies of pages',
  async run(target) {
    const answers = await Promise.all(PAGES.map((page) => read(target, page)));
    const policy = ({ headers }: Answer) => String(headers['content-security-policy'] ?? '');
    const open = answers.filter((each) =>
      /img-src[^;]* https:(?=[ ;]|$)|script-src[^;]*googletagmanager/.test(policy(each)),
    );
    return [
      figure(
        'largest headers of a page',
        Math.max(...answers.map(({ headerBytes }) => headerBytes)),
        'bytes',
        {
          atMost: PROXY_BUFFER_BYTES,
        },
      ),
      figure('policies that allow all hosts of pictures or all of a tag manager', open.length, '', {
        atMost: 0,
      }),
    ];
  },
};

const forwardedHosts: Attack = {
  name: 'forwarded hosts of strangers',
  async run(target) {
    const names = ['evil.example', 'brightkey.localhost'];
    const answers = await Promise.all(
      names.flatMap((name) => [
        read(target, '/', { 'X-Forwarded-Host': name, Forwarded: `host=${name}` }),
        read({ ...target, host: 'evil.example' }, '/', { 'X-Forwarded-Host': target.host }),
      ]),
    );
    const wrong = answers.filter(({ status }, at) => status !== (at % 2 === 0 ? 200 : 421)).length;
    return [figure('answered for another host than that of Host', wrong, '', { atMost: 0 })];
  },
};

/** What a response says beside its body. */
export const HEADER_ATTACKS: readonly Attack[] = [tokenGuesses, campaignLandings, policies, forwardedHosts];
