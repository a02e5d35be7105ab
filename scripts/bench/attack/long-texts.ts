import { ask } from './attacker.ts';
import { type Attack, figure } from './attacks.ts';

/** As much as a form takes. */
const SPACES = 60_000;
/** With the rest of a request nearly as much as Node takes of one. */
const SLASHES = 15_000;
/** One request that takes longer delays every shopper of every dealer by as much. */
const LONGEST_MS = 200;

const FORM = 'application/x-www-form-urlencoded';
const spaced = (field: string) => `${field}=1${'+'.repeat(SPACES)}x`;

/** Of a number, a path and an address of a client, each as the worst input of a careless regular expression. */
const REQUESTS: readonly { path: string; body?: string; type?: string }[] = [
  { path: `/a${'/'.repeat(SLASHES)}b/` },
  { path: '/enquire/find-similar', body: spaced('budget'), type: FORM },
  { path: '/enquire/quick-quote', body: spaced('purchasePrice'), type: FORM },
  { path: '/enquire/sell-your-car', body: spaced('odometer'), type: FORM },
  { path: '/api/leads/contact', body: JSON.stringify({ message: ' '.repeat(SPACES) }) },
];

export const longTexts: Attack = {
  name: 'texts that may take the square of their length',
  async run(target) {
    const outcomes = [];
    for (const { path, ...options } of REQUESTS) outcomes.push(await ask(target, path, options));
    return [
      figure('longest of them', Math.max(...outcomes.map(({ ms }) => ms)), 'ms', { atMost: LONGEST_MS }),
      figure(
        'responses of 5xx or none to them',
        outcomes.filter(({ status }) => status === 0 || status >= 500).length,
        '',
        {
          atMost: 0,
        },
      ),
    ];
  },
};
