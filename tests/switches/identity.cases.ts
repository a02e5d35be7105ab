import type { SwitchCase } from './switch-case.ts';

const cases: SwitchCase[] = [
  {
    switch: 'tagline',
    id: 'CFG-06',
    page: '/about-us',
    values: [
      ['Six yards, one promise', 'Six yards, one promise'],
      [undefined, null],
    ],
  },
  {
    switch: 'pages.service.enabled',
    id: 'NAV-05',
    page: '/service',
    values: [
      [true, 'Licensed technicians'],
      [false, null],
    ],
  },
];
export default cases;
