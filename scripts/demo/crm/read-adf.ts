import { XmlDocument } from 'libxml2-wasm';
import type { NewArrival } from './arrival.ts';

/** Where ADF 1.0 has each fact. */
const FACTS: readonly [label: string, xpath: string][] = [
  ['interest', '//vehicle[1]/@interest'],
  ['vehicle', '//vehicle[1]/*[self::year or self::make or self::model]'],
  ['stock', '//vehicle[1]/stock'],
  ['price', '//vehicle[1]/*[self::price or self::pricecomments]'],
  [
    'trade-in',
    '//vehicle[@interest="trade-in" or @interest="sell"]/*[self::year or self::make or self::model]',
  ],
  ['phone', '//customer/contact/phone'],
  ['email', '//customer/contact/email'],
  ['postcode', '//customer/contact/address/postalcode'],
  ['timeframe', '//customer/timeframe/description'],
  ['vendor', '//vendor/vendorname | //vendor/contact/name'],
  ['requested', '//requestdate'],
  ['lead id', '//prospect/id'],
  ['sequence', '//prospect/id/@sequence'],
];

/** A lead as an ADF 1.0 document; undefined if it is not one. */
export function readAdf(
  way: 'adf' | 'adf_mail',
  dealer: string,
  key: string,
  xml: string,
): NewArrival | undefined {
  try {
    using document = XmlDocument.fromString(xml);
    const at = (xpath: string) =>
      document
        .find(xpath)
        .map(({ content }) => content)
        .join(' ');
    if (document.root.name !== 'adf') return undefined;
    return {
      way,
      dealer,
      key,
      title: at('//customer/contact/name'),
      text: at('//customer/comments'),
      facts: FACTS.map(([label, xpath]): [string, string] => [label, at(xpath)]),
      raw: xml,
    };
  } catch {
    return undefined;
  }
}
