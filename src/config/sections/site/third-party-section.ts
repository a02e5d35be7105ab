import * as v from 'valibot';
import {
  BrowserKeyNameSchema,
  flag,
  HttpsUrlSchema,
  list,
  SecretNameSchema,
  whole,
  words,
  wordsOr,
} from '#src/config/sections/setting-types.ts';

/** CFG-14. */
const PLUGINS = ['autogauge', 'car_analysis'] as const;

/** Third-party services on pages of the site. */
export const thirdPartyEntries = {
  analytics: v.optional(
    v.pipe(
      v.strictObject({
        googleTag: v.optional(
          v.pipe(
            v.string(),
            v.regex(/^(?:G|GT|AW)-[A-Z0-9]{4,20}$/, 'a Google tag id, e.g. "G-ABC1234567"'),
            v.description('ANL-07: Google tag, loaded on the shopper’s first interaction'),
          ),
        ),
        metaPixel: v.optional(
          v.pipe(
            v.string(),
            v.regex(/^\d{8,20}$/, 'the digits of a Meta pixel'),
            v.description('ANL-07: Meta pixel, loaded on the shopper’s first interaction'),
          ),
        ),
      }),
      v.description('ANL-07: analytics accounts of the dealer'),
    ),
    {},
  ),
  map: v.optional(
    v.pipe(
      v.strictObject({
        zoom: whole(10, [1, 20], 'LOC-15: zoom of map embeds'),
        embed: v.optional(
          v.pipe(
            v.string(),
            v.regex(
              /^https:\/\/[^\s"'<>]*\{lat\}[^\s"'<>]*\{long\}[^\s"'<>]*$/,
              'an "https://" address with {lat} and {long}, and {zoom} and {key} where the service wants them',
            ),
            v.description(
              'LOC-15: address of the map service’s embed, with {lat}, {long}, {zoom} and {key}, shown in a frame',
            ),
          ),
        ),
        tiles: v.optional(
          v.pipe(
            v.string(),
            v.regex(
              /^https:\/\/(?=[^\s"'<>]*\{z\})(?=[^\s"'<>]*\{x\})(?=[^\s"'<>]*\{y\})[^\s"'<>{}/]+\/[^\s"'<>]*$/,
              'an "https://" address with {z}, {x} and {y}, and {key} where the service wants it',
            ),
            v.description(
              'LOC-270: address of a service’s pictures of the map, with {z}, {x}, {y} and {key}; the site draws them itself, with all locations on one map',
            ),
          ),
        ),
        style: v.optional(
          v.pipe(
            HttpsUrlSchema,
            v.description(
              'LOC-270: address of a MapLibre style, with {key} where the service wants it; the site draws it itself',
            ),
          ),
        ),
        origins: list(
          HttpsUrlSchema,
          'LOC-270: other hosts that the style loads from, "https://tiles.example"; pages block all others',
        ),
        attribution: v.optional(
          words('LOC-271: whose map it is, "© OpenStreetMap contributors", shown on maps of "tiles"'),
        ),
        map_key: v.optional(
          v.pipe(
            BrowserKeyNameSchema,
            v.description('CFG-23: environment variable with the browser key of the map service'),
          ),
        ),
      }),
      v.description('LOC-15: maps of locations'),
    ),
    {},
  ),
  chat: v.optional(
    v.pipe(
      v.strictObject({
        label: wordsOr('Live chat', 'CFG-08: button text'),
        script: v.pipe(
          HttpsUrlSchema,
          v.description('CFG-08: script of the chat service, loaded by the button'),
        ),
        origins: list(
          HttpsUrlSchema,
          'CFG-08: other hosts the chat service uses, "https://api.chat.example"; pages block all others',
        ),
      }),
      v.description('CFG-08: live chat, where the dealership’s switch allows it'),
    ),
  ),
  autobot: v.optional(
    v.pipe(
      v.strictObject({
        script: v.pipe(
          HttpsUrlSchema,
          v.description('CFG-07: script of the message robot, loaded by Instant Message'),
        ),
      }),
      v.description(
        'CFG-07, VDP-26: message robot; with it "Instant Message" takes the place of Enquire Now on reservable cars',
      ),
    ),
  ),
  podium: v.optional(
    v.pipe(
      v.strictObject({
        enabled: flag(false, 'CFG-07, VDP-26: messages go through Podium, so Instant Message is not offered'),
        podium_api_token: v.optional(
          v.pipe(SecretNameSchema, v.description('CFG-23: environment variable with the Podium token')),
        ),
      }),
      v.description('CFG-07: Podium messaging'),
    ),
    {},
  ),
  slots: list(
    v.strictObject({
      place: v.pipe(v.picklist(['vehicle', 'home', 'contact']), v.description('CFG-02: page that shows it')),
      title: words('CFG-02: heading, and name of the frame'),
      frame: v.pipe(
        HttpsUrlSchema,
        v.description('CFG-02: page of the third party, loaded when it is opened'),
      ),
    }),
    'CFG-02: third parties’ frames, e.g. a valuation tool',
  ),
  plugins: list(
    v.picklist(PLUGINS, `one of ${PLUGINS.join(', ')}`),
    'CFG-14: autogauge: price report for used cars; car_analysis: report to download, for cars that have one',
  ),
  autograb: flag(
    false,
    'CFG-06: the dealer uses Autograb values: for trade-ins, and said to the CRM with each lead about a vehicle',
  ),
  redbook: flag(
    false,
    'CFG-06: the dealer uses RedBook values: for trade-ins, and said to the CRM with each lead about a vehicle',
  ),
};

/** CFG-11: where a service is booked. */
export const ServiceBookingSchema = v.strictObject({
  name: words('CFG-11: link text'),
  make: v.optional(words('CFG-11: make it is for')),
  url: v.pipe(HttpsUrlSchema, v.description('CFG-11: booking page')),
});
