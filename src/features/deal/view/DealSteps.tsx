import type { ReactNode } from 'react';
import { stateName } from '#src/config/sections/states.ts';
import { DEAL_FIELDS, type DealChoices, type DealProblems } from '#src/features/deal/deal-choices.ts';
import {
  type DealExtra,
  type DealFacts,
  type DealFare,
  loanTermsOf,
  registrationState,
} from '#src/features/deal/deal-sum.ts';
import { CREDIT_SCORE_LABELS, CREDIT_SCORES } from '#src/features/finance/loan/repayment.ts';
import { years } from '#src/features/finance/repayment-display.ts';
import { POSTCODE_DIGITS } from '#src/features/locations/distance.ts';
import { POSTCODE_EXAMPLE } from '#src/features/vehicle/price/cost-calculators.ts';
import { formatCents } from '#src/platform/number/number-format.ts';

type StepProps = { title: string; children: ReactNode; hint?: string };

/** Every step may be left out. */
function Step({ title, hint, children }: StepProps) {
  return (
    <fieldset className="panel deal-step">
      <legend>
        <h2>{title}</h2>
      </legend>
      {hint && <p className="muted">{hint}</p>}
      {children}
    </fieldset>
  );
}

/** Unlike those of the form that sends the deal, which is on the same page. */
const fieldId = (name: string): string => `build-deal-${name}`;

type TextProps = {
  name: string;
  label: string;
  typed: URLSearchParams;
  problems: DealProblems;
  isMoney?: boolean;
  placeholder?: string;
  /** Below the field, read out when it changes. */
  said?: string | undefined;
};

function TextField({ name, label, typed, problems, isMoney = false, placeholder, said }: TextProps) {
  const id = fieldId(name);
  const problem = problems[name];
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      <span {...(isMoney && { className: 'field-dressed', 'data-unit': 'money' })}>
        <input
          className="input"
          id={id}
          name={name}
          defaultValue={typed.get(name) ?? ''}
          type="text"
          inputMode="numeric"
          autoComplete={isMoney ? 'off' : 'postal-code'}
          maxLength={isMoney ? 12 : POSTCODE_DIGITS}
          placeholder={placeholder}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-said`}
        />
      </span>
      <span className={problem ? 'field-error' : 'muted'} id={`${id}-said`} role="status">
        {problem ?? said}
      </span>
    </p>
  );
}

type Choice = { value: string; label: string; note?: string };

function Choices({ name, chosen, choices }: { name: string; chosen: string; choices: readonly Choice[] }) {
  return (
    <div className="deal-choices">
      {choices.map(({ value, label, note }) => (
        <label key={value} className="check deal-choice">
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          <span>
            {label}
            {note && <span className="muted">{note}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

type Options = readonly { value: string; label: string }[];

function SelectField({
  name,
  label,
  chosen,
  options,
}: {
  name: string;
  label: string;
  chosen: string;
  options: Options;
}) {
  const id = fieldId(name);
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={name} defaultValue={chosen} autoComplete="off">
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

export type StepsProps = {
  facts: DealFacts;
  choices: DealChoices;
  problems: DealProblems;
  /** The query of the page as requested, with what cannot be read. */
  typed: URLSearchParams;
  fare: DealFare | null;
  isAsking: boolean;
  /** The query of the deal so far. */
  query: string;
  /** After the fields of the trade-in. */
  valuation: ReactNode;
  /** Keeps the deal on this device for the way back. */
  onLeave: () => void;
};

function TradeInStep({ facts: { tradeIn }, query, valuation, onLeave, ...texts }: StepsProps) {
  if (!tradeIn) return null;
  return (
    <Step title="Your trade-in" hint="Your own estimate will do. We confirm the value when we see it.">
      <div className="deal-pair">
        <TextField {...texts} name={DEAL_FIELDS.tradeIn} label="What it’s worth" isMoney />
        <TextField {...texts} name={DEAL_FIELDS.owing} label="Finance owing on it" isMoney />
      </div>
      {valuation}
      <p>
        <a href={`${tradeIn.valuationHref}&deal=${encodeURIComponent(query)}`} onClick={onLeave}>
          Get a valuation
        </a>
      </p>
    </Step>
  );
}

function RegistrationStep({ facts: { onRoad, car }, choices }: StepsProps) {
  if (!onRoad) return null;
  return (
    <Step
      title="Where you’ll register it"
      hint={`The price of this ${car.noun} doesn’t include government charges, so we estimate them.`}
    >
      <SelectField
        name={DEAL_FIELDS.state}
        label="State or territory"
        chosen={registrationState(onRoad, choices)}
        options={onRoad.states.map(({ state }) => ({ value: state, label: stateName(state) }))}
      />
    </Step>
  );
}

function PaymentStep({ facts: { finance }, choices, ...texts }: StepsProps) {
  const terms = finance && loanTermsOf(finance, choices);
  return (
    <Step title="How you’ll pay">
      <Choices
        name={DEAL_FIELDS.payment}
        chosen={choices.payment ?? ''}
        choices={[
          { value: '', label: 'Not sure yet' },
          { value: 'cash', label: 'Cash or bank transfer' },
          { value: 'finance', label: 'Finance' },
        ]}
      />
      <div className="deal-loan">
        <TextField {...texts} name={DEAL_FIELDS.deposit} label="Your deposit" isMoney />
        {finance && terms && (
          <>
            <SelectField
              name={DEAL_FIELDS.term}
              label="Term"
              chosen={String(terms.termYears)}
              options={finance.terms.map((term) => ({ value: String(term), label: years(term) }))}
            />
            <SelectField
              name={DEAL_FIELDS.band}
              label="Your credit"
              chosen={terms.band}
              options={CREDIT_SCORES.map((band) => ({ value: band, label: CREDIT_SCORE_LABELS[band] }))}
            />
          </>
        )}
        <p className="muted">
          {finance ? 'The repayment is in your summary.' : 'We’ll quote a repayment when you send your deal.'}
        </p>
      </div>
    </Step>
  );
}

function Extra({ extra, isChosen }: { extra: DealExtra; isChosen: boolean }) {
  const { id, name, description, cents, picture } = extra;
  return (
    <label className="check deal-extra">
      <input type="checkbox" name={DEAL_FIELDS.extra} value={`${id}.${cents}`} defaultChecked={isChosen} />
      {picture && (
        <img src={picture.url} alt={picture.alt} width="96" height="72" loading="lazy" decoding="async" />
      )}
      <span>
        <strong>{name}</strong>
        <span className="muted">{description}</span>
      </span>
      <span className="deal-extra-price">{cents === 0 ? 'Included' : formatCents(cents)}</span>
    </label>
  );
}

const GROUPS = [
  { kind: 'accessory', title: 'Accessories' },
  { kind: 'protection', title: 'Protection' },
] as const;

const ExtrasSteps = ({ facts: { extras }, choices }: StepsProps) =>
  GROUPS.map(({ kind, title }) => {
    const own = extras.filter((extra) => extra.kind === kind);
    return own.length === 0 ? null : (
      <Step key={kind} title={title} hint="Prices include fitting and GST.">
        {own.map((extra) => (
          <Extra key={extra.id} extra={extra} isChosen={choices.extras.some(({ id }) => id === extra.id)} />
        ))}
      </Step>
    );
  });

function fareText(fare: DealFare | null, isAsking: boolean): string {
  if (isAsking) return 'One moment…';
  if (!fare) return 'Enter a postcode for the price to your door.';
  return 'cents' in fare ? `${formatCents(fare.cents)} to ${fare.region}` : fare.message;
}

function HandoverStep({ facts, choices, fare, isAsking, ...texts }: StepsProps) {
  const { delivers, place, days } = facts;
  return (
    <Step title={delivers ? 'Pick-up or delivery' : 'Pick-up'}>
      {delivers && (
        <>
          <Choices
            name={DEAL_FIELDS.handover}
            chosen={choices.handover}
            choices={[
              { value: 'pickup', label: `Pick it up at ${place.name}`, note: place.address },
              { value: 'delivery', label: 'Have it delivered' },
            ]}
          />
          <div className="deal-delivery">
            <TextField
              {...texts}
              name={DEAL_FIELDS.postcode}
              label="Postcode"
              placeholder={POSTCODE_EXAMPLE}
              said={fareText(fare, isAsking)}
            />
          </div>
        </>
      )}
      {!delivers && <p>{`${place.name}, ${place.address}`}</p>}
      {days.length > 0 ? (
        <SelectField
          name={DEAL_FIELDS.day}
          label="Preferred day"
          chosen={days.find(({ date }) => date === choices.day)?.date ?? ''}
          options={[
            { value: '', label: 'Any day' },
            ...days.map(({ date, text }) => ({ value: date, label: text })),
          ]}
        />
      ) : (
        <p className="muted">We’ll agree on a day with you.</p>
      )}
    </Step>
  );
}

function ReserveStep({ facts: { reserve, car }, choices }: StepsProps) {
  if (!reserve) return null;
  return (
    <Step title="Reserve it">
      <label className="check deal-choice">
        <input type="checkbox" name={DEAL_FIELDS.reserve} value="yes" defaultChecked={choices.reserves} />
        <span>
          {reserve.cents === null
            ? `Ask us to hold this ${car.noun} for me`
            : `Hold this ${car.noun} with a ${formatCents(reserve.cents)} deposit`}
          <span className="muted">
            {reserve.cents === null
              ? 'We’ll call you about the deposit.'
              : 'You pay it online after you send your deal. It comes off what’s left to pay.'}
          </span>
          <span className="muted">{reserve.terms}</span>
        </span>
      </label>
    </Step>
  );
}

export const DealSteps = (props: StepsProps) => (
  <>
    <RegistrationStep {...props} />
    <TradeInStep {...props} />
    <PaymentStep {...props} />
    <ExtrasSteps {...props} />
    <HandoverStep {...props} />
    <ReserveStep {...props} />
  </>
);
