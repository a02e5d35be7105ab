import { type RefObject, useEffect, useRef, useState } from 'react';
import { keepDeal } from '#src/features/deal/client/deals.store.ts';
import { fetchFare } from '#src/features/deal/client/delivery-fare.ts';
import { syncDeals } from '#src/features/deal/client/sync-deals.ts';
import { asSeen } from '#src/features/deal/deal-changes.ts';
import {
  type DealChoices,
  dealQuery,
  deliveryPostcode,
  type ReadDeal,
  readDeal,
} from '#src/features/deal/deal-choices.ts';
import { type DealFacts, type DealFare, type DealSum, dealSum } from '#src/features/deal/deal-sum.ts';
import { $linkedFields } from '#src/features/leads/client/linked-fields.store.ts';
import { DEAL_FIELD } from '#src/features/leads/forms/vehicle-forms.ts';

export type DealProps = {
  facts: DealFacts;
  /** Path of the page. */
  path: string;
  /** The query of the page as requested. */
  search: string;
  fare: DealFare | null;
  isSignedIn: boolean;
};

const SYNC_DELAY_MS = 1500;

const choicesOf = (form: HTMLFormElement): ReadDeal => {
  const texts = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return readDeal(new URLSearchParams(texts));
};

/** The price of delivery to the postcode, requested once it is complete. */
function useFare(facts: DealFacts, { handover, postcode }: DealChoices, first: DealFare | null) {
  const [fare, setFare] = useState(first);
  const wanted = facts.delivers && handover === 'delivery' ? postcode : '';
  const isKnown = wanted === '' || fare?.postcode === wanted;
  useEffect(() => {
    if (isKnown) return;
    const controller = new AbortController();
    fetchFare(facts.car.id, wanted, controller.signal).then(setFare, () => {});
    return () => controller.abort();
  }, [facts.car.id, wanted, isKnown]);
  return { fare: wanted !== '' && fare?.postcode === wanted ? fare : null, isAsking: !isKnown };
}

export type Deal = ReadDeal & {
  form: RefObject<HTMLFormElement | null>;
  change: () => void;
  sum: DealSum;
  query: string;
  fare: DealFare | null;
  isAsking: boolean;
};

/** The deal of the form, which is the same as that of the server; changed, it is kept in address, device and account. */
export function useDeal({ facts, path, search, fare: firstFare, isSignedIn }: DealProps): Deal {
  const form = useRef<HTMLFormElement>(null);
  const [read, setRead] = useState(() => readDeal(new URLSearchParams(search)));
  const [isChanged, setChanged] = useState(false);
  const { fare, isAsking } = useFare(facts, read.choices, firstFare);
  const query = dealQuery(asSeen(facts, read.choices, fare));
  const { id: carId, slug, name } = facts.car;

  function change(): void {
    if (!form.current) return;
    setRead(choicesOf(form.current));
    setChanged(true);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before hydration
  useEffect(() => {
    if (!form.current) return;
    const early = choicesOf(form.current);
    if (dealQuery(asSeen(facts, early.choices, fare)) !== query) change();
  }, []);

  useEffect(() => {
    if (!isChanged) return;
    history.replaceState(history.state, '', `${path}?${query}`);
    $linkedFields.setKey(DEAL_FIELD, query);
    $linkedFields.setKey('postcode', deliveryPostcode(query));
    keepDeal({ carId, slug, name, query, savedAt: new Date().toISOString() });
    if (!isSignedIn) return;
    const timer = setTimeout(() => void syncDeals(true), SYNC_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isChanged, query, path, carId, slug, name, isSignedIn]);

  return { ...read, form, change, sum: dealSum(facts, read.choices, fare), query, fare, isAsking };
}
