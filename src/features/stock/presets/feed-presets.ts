import type { JsonObject } from '#src/platform/text/untrusted-values.ts';
import autoscout24 from './autoscout24.json' with { type: 'json' };
import autotraderCa from './autotrader-ca.json' with { type: 'json' };
import autoxloo from './autoxloo.json' with { type: 'json' };
import carsales from './carsales.json' with { type: 'json' };
import dealerStudio from './dealer-studio.json' with { type: 'json' };
import dms14 from './dms14.json' with { type: 'json' };
import easycars from './easycars.json' with { type: 'json' };
import googleVehicleAds from './google-vehicle-ads.json' with { type: 'json' };
import googleVehicleListings from './google-vehicle-listings.json' with { type: 'json' };
import homenet from './homenet.json' with { type: 'json' };
import kijiji from './kijiji.json' with { type: 'json' };
import metaAutomotive from './meta-automotive.json' with { type: 'json' };
import mobileDe from './mobile-de.json' with { type: 'json' };
import vauto from './vauto.json' with { type: 'json' };

/** The feed of a supplier, as its public documentation has it. */
export type FeedPreset = {
  title: string;
  /** Addresses of that documentation, or of public repositories that read the feed. */
  source: string;
  /** When it was read, YYYY-MM, and its version if it has one. */
  date: string;
  /** `stock.feed`, below what group and dealer file say. */
  feed: JsonObject;
};

/** FEED-17: presets by the name that a dealer file gives in `stock.feed.preset`, which is also that of their file. */
export const FEED_PRESETS: Readonly<Record<string, FeedPreset>> = {
  autoscout24,
  'autotrader-ca': autotraderCa,
  autoxloo,
  carsales,
  'dealer-studio': dealerStudio,
  dms14,
  easycars,
  'google-vehicle-ads': googleVehicleAds,
  'google-vehicle-listings': googleVehicleListings,
  homenet,
  kijiji,
  'meta-automotive': metaAutomotive,
  'mobile-de': mobileDe,
  vauto,
};
