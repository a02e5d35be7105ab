import type { SwitchCase } from './switch-case.ts';

const TRADE_IN = { 'pages.trade-in.enabled': true };

type Case = readonly [unknown, string | null];
const at = (path: string, id: string, [first, second]: [Case, Case]): SwitchCase => ({
  switch: `tradeIn.${path}`,
  id,
  page: '/trade-in',
  given: TRADE_IN,
  values: [first, second],
});

const cases: SwitchCase[] = [
  at('regoLookup', 'FORM-10', [
    [true, 'Find my vehicle'],
    [false, '>Start</button>'],
  ]),
  at('onlineEstimate', 'FORM-10', [
    [true, 'for an instant estimate (where available)'],
    [false, 'our buying team will contact you with an estimate'],
  ]),
  at('photos', 'FORM-10', [
    [true, 'You can add up to 10 photos at the end'],
    [false, null],
  ]),
  at('buyingTeamHours', 'FORM-10', [
    ['Mon-Fri 8.30am-5.30pm, Sat 9am-5pm', 'Buying team hours: Mon-Fri 8.30am-5.30pm, Sat 9am-5pm'],
    ['Weekdays 9am-4pm', 'Buying team hours: Weekdays 9am-4pm'],
  ]),
];

export default cases;
