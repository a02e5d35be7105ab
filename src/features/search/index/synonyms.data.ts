/** Words that match each other, with the reason why the stock data alone does not suffice. */
export type SynonymGroup = {
  words: readonly string[];
  reason: string;
  /** Queries replace the other words by the first, so that an exact match of one of them does not rank higher. */
  isOneMeaning?: boolean;
};

const group = (reason: string, ...words: string[]): SynonymGroup => ({ words, reason });

const oneMeaning = (reason: string, ...words: string[]): SynonymGroup => ({
  words,
  reason,
  isOneMeaning: true,
});

const misspelt = (name: string, ...words: string[]): SynonymGroup[] => [
  oneMeaning('Often misspelt; by a similar word its cross or sedan would come before it', name, ...words),
];

export const SYNONYM_GROUPS: readonly SynonymGroup[] = [
  group('Short for the make, and the make without its hyphen', 'merc', 'mercedes', 'mercedes-benz'),
  group('Short for the make', 'vw', 'volkswagen'),
  group('Short for the make', 'chev', 'chevy', 'chevrolet'),
  group('Feeds write the model in one word or in two', 'landcruiser', 'land cruiser'),
  ...['2', '3', '6'].map((number) =>
    oneMeaning('Apart, the number also finds CX-3 and CX-30', `mazda${number}`, `mazda ${number}`),
  ),
  group('One drive, two names', '4wd', '4x4'),
  group('The body as Australians and as makers call it', 'ute', 'pickup', 'pick-up'),
  oneMeaning(
    'One cab with four doors, named by each maker in its own way; utes have it as their body',
    'dual cab',
    'double cab',
    'crew cab',
  ),
  group('Short for the transmission', 'auto', 'automatic'),
  group('Two spellings of one colour', 'grey', 'gray'),
  group('The fuel on the pump and the one in a feed', 'petrol', 'unleaded'),
  group('Short for the body', 'hatch', 'hatchback'),
  group('Feeds write the body in one word or in two', 'wagon', 'station wagon', 'stationwagon'),
  ...misspelt('corolla', 'corola', 'corrolla', 'corrola'),
  ...misspelt('hilux', 'hylux', 'hi lux'),
  ...misspelt('tucson', 'tuscon'),
  ...misspelt('navara', 'navarra'),
  ...misspelt('forester', 'forrester'),
];
