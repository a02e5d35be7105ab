/** How leads reach the demo CRM, in the order of its tabs. */
export const WAYS = {
  json: 'JSON',
  adf: 'ADF',
  adf_mail: 'ADF by e-mail',
  mail: 'E-mail',
  message: 'Message',
  reply: 'To the shopper',
} as const;
export type Way = keyof typeof WAYS;

/** One arrival, as it is stored and shown. */
export type Arrival = {
  way: Way;
  /** Slug of the dealer it is for; of mails to shoppers, the name they come from. */
  dealer: string;
  /** Its key: arrivals with the same key are stored once. */
  key: string;
  receivedAt: string;
  /** How often it came. */
  arrivals: number;
  title: string;
  /** Mailbox or inbox it was sent to. */
  to?: string;
  /** What was written, as text. */
  text: string;
  facts: [label: string, value: string][];
  /** As it was received. */
  raw: string;
  /** The lead of a JSON post. */
  lead?: Record<string, unknown>;
};

export type NewArrival = Omit<Arrival, 'receivedAt' | 'arrivals'>;
