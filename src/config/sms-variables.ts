import * as v from 'valibot';

/** AUTH-01: the service that sends codes to phones. */
export const SMS_VARIABLES = {
  SMS_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:https?:\/\/\S+)?$/, 'an address that starts with "https://", or nothing'),
      v.description(
        'Address of the service that sends codes by text message: "https://api.twilio.com", or one that speaks its Messages API; without it no phone number is verified',
      ),
    ),
    '',
  ),
  SMS_ACCOUNT: v.optional(v.pipe(v.string(), v.description('Account at SMS_URL, "AC…"')), ''),
  SMS_KEY: v.optional(v.pipe(v.string(), v.description('Token of SMS_ACCOUNT')), ''),
  SMS_FROM: v.optional(
    v.pipe(v.string(), v.description('Number or name of the sender, or id of a messaging service, "MG…"')),
    '',
  ),
  SMS_A_DAY: v.optional(
    v.pipe(
      v.string(),
      v.description('Codes sent a day, of all dealers together, at most'),
      v.regex(/^\d{1,7}$/, 'a whole number, 0 to 9999999'),
      v.transform(Number),
    ),
    '2000',
  ),
};
