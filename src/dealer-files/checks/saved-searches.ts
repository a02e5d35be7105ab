import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Finding } from '../problem.ts';

const VARIABLES = ['SMTP_URL', 'MAIL_FROM'] as const;

/** SRCH-33: without a mail server no one can save a search, and no alert is sent. */
export const missingAlertSettings = (
  { search }: DealerConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] =>
  search.alerts
    ? VARIABLES.filter((name) => !environment[name]).map((name) => ({
        path: 'search.alerts',
        expected: `${name} to be set where alerts are sent by e-mail`,
        received: `${name}, which is not set here`,
        remedy: 'Set it where the site is served, or write false.',
      }))
    : [];
