import { expect, it } from 'vitest';
import { schemaOrgProblems } from '../../../tests/fixtures/schema-org.ts';
import { faqJsonLd } from './info-page-content.ts';

it('CONT-04 questions with their answers are structured data that schema.org defines, and none without', () => {
  const [page] = faqJsonLd({ faqs: [{ question: 'Is it open?', answer: 'Every day.' }] });
  expect(schemaOrgProblems(page ?? {})).toEqual([]);
  expect(page).toMatchObject({
    mainEntity: [{ name: 'Is it open?', acceptedAnswer: { '@type': 'Answer', text: 'Every day.' } }],
  });
  expect(faqJsonLd({ faqs: [] })).toEqual([]);
});
