/** One text message. */
export type TextMessage = {
  /** `+614…`, with the country code and without spaces. */
  to: string;
  text: string;
  /** How long it is of use; a service may drop it afterwards. */
  validSeconds: number;
};

/**
 * A rejected number gets no messages, now or later: it is none, no mobile, or its owner has replied STOP. `reason` never
 * contains the number, the text, or what the service said about them.
 */
export type SmsOutcome = { kind: 'sent' } | { kind: 'rejected' | 'unavailable'; reason: string };

/**
 * Sends text messages, each at most once: a shopper asks for another where none arrives. Returns every failure as an
 * outcome and never rejects.
 */
export type Sms = { send(message: TextMessage): Promise<SmsOutcome> };
