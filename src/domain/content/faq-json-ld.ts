import type { InfoPage } from '#src/config/sections/info-pages.ts';

/** CONT-04: schema.org FAQPage; none without questions. */
export const faqJsonLd = ({ faqs }: Pick<InfoPage, 'faqs'>): object[] =>
  faqs.length === 0
    ? []
    : [
        {
          '@context': 'https://schema.org',
          '@type': 'FAQPage',
          mainEntity: faqs.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ];
