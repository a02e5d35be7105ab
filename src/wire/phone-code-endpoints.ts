import type { Endpoint } from './endpoint.ts';
import {
  CodeSentSchema,
  CodeVerifiedSchema,
  SEND_CODE_PATH,
  SendCodeRequestSchema,
  VERIFY_CODE_PATH,
  VerifyCodeRequestSchema,
} from './phone-codes.ts';

export const PHONE_CODE_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'POST',
    path: SEND_CODE_PATH,
    summary:
      'Sends a code by text message, valid for ten minutes; the one before becomes invalid. The response does not depend on whose number it is. A phone gets 5 codes in ten minutes and 10 a day, a network 100 a day, a site 1000 a day, all sites together `SMS_A_DAY`.',
    request: SendCodeRequestSchema,
    sample: { phone: '0491 570 156', purpose: 'finance' },
    response: CodeSentSchema,
    statuses: {
      200: 'The service has taken the message',
      400: '`bad_request`: the body doesn’t match',
      404: '`codes_not_used`: no form of the site verifies phones for this purpose',
      422: '`invalid_phone`: not an Australian mobile number',
      429: '`too_many_codes`: a limit is reached; `Retry-After` gives the seconds to wait',
      503: '`code_not_sent`: no service is configured, or it did not take the message within 15 seconds',
    },
  },
  {
    method: 'POST',
    path: VERIFY_CODE_PATH,
    summary:
      'Exchanges a code for a token, once. Five tries are counted for each code, 15 an hour for each phone, 200 an hour for each network. A phone without a code responds like any other.',
    request: VerifyCodeRequestSchema,
    sample: { phone: '0491 570 156', purpose: 'finance', code: '012345' },
    response: CodeVerifiedSchema,
    statuses: {
      200: 'The phone is verified',
      400: '`bad_request`: the body doesn’t match',
      404: '`codes_not_used`: no form of the site verifies phones for this purpose',
      422: '`invalid_phone`: not an Australian mobile number; `invalid_code`: not six digits; `wrong_code`: not the code last sent, or it has expired or was used',
      429: '`too_many_codes`: all tries are used up; `Retry-After` gives the seconds to wait, or ask for another code',
      503: '`code_not_verified`: the code could not be compared',
    },
  },
];
