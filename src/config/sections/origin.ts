import * as v from 'valibot';

/** An origin as a browser writes it, never with a wildcard; without TLS only on this machine. */
const ORIGIN =
  /^(?:https:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?|http:\/\/(?:127\.0\.0\.1|(?:[a-z\d-]+\.)*localhost))(?::\d{1,5})?$/;

export const isOrigin = (text: string): boolean => ORIGIN.test(text) && URL.parse(text)?.origin === text;

/** The origin of another company's website that shoppers are sent to. */
export const OriginSchema = v.pipe(
  v.string(),
  v.check(isOrigin, 'an address without a path that starts with "https://"'),
);
