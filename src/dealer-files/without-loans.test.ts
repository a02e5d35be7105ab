import { expect, it } from 'vitest';
import { ownLoanRules } from '#src/features/finance/loan/calculator.ts';
import { formAccess, isOffered } from '#src/features/leads/forms/form-access.ts';
import { financeHref } from '#src/platform/routing/page-paths.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { demoDealers } from '../../tests/fixtures/demo-dealers.ts';
import { withoutLoans } from './derive-settings.ts';

const given = demoDealers().find(({ slug }) => slug === 'riverbend');
if (!given) throw new Error('No such demo dealer.');

/** What a site offers of loans. */
const offered = (subscription: boolean) => {
  const site = withoutLoans({ ...given, subscription });
  return {
    pages: siteRoutes(site).filter(({ internal }) => internal.includes('finance')).length,
    href: financeHref(site),
    ownTerms: ownLoanRules(site),
    forms: (['finance', 'quick-quote'] as const).filter((form) => isOffered(formAccess(form, site))),
    blocks: site.finance.getFinanceNow,
    topics: site.leads.categories.filter((topic) => topic.includes('Finance')),
  };
};

it('CONT-267 a site that rents by the week has no page, form, filter or topic of loans, whatever its file says', () => {
  expect(offered(true)).toEqual({ pages: 0, href: null, ownTerms: null, forms: [], blocks: [], topics: [] });
  const others = offered(false);
  expect(others.pages).toBeGreaterThan(0);
  expect(others.href).not.toBeNull();
  expect(others.ownTerms).not.toBeNull();
  expect(others.forms).toEqual(['finance', 'quick-quote']);
});
