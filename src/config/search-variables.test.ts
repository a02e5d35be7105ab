import { expect, it } from 'vitest';
import { isDealerVariable, readEngineAddresses, readEnvironment } from './environment.ts';

const SITE_SECRET = 'a random text of thirty-two chars or more';
const read = (variables: Record<string, string>) => readEnvironment({ SITE_SECRET, ...variables });

const TWO = 'east=https://east.example.com/ south-west=https://west.example.com:7700';

it('PLAT-50 engines are named with their addresses, and their keys in variables of these names', () => {
  const keys = {
    MEILI_KEY_EAST: 'writes',
    MEILI_SEARCH_KEY_EAST: 'searches',
    MEILI_SEARCH_KEY_SOUTH_WEST: 'searches the west',
  };
  expect(read({ MEILI_ENGINES: TWO, ...keys }).MEILI_ENGINES).toEqual([
    { name: 'east', host: 'https://east.example.com', key: 'writes', searchKey: 'searches' },
    { name: 'south-west', host: 'https://west.example.com:7700', key: '', searchKey: 'searches the west' },
  ]);
  expect(read({}).MEILI_ENGINES).toEqual([]);
});

it('PLAT-50 keys that are missing are named with the engine, and those that are set not repeated', () => {
  const reading = () => read({ MEILI_ENGINES: TWO, MEILI_KEY_EAST: 'hunter2' });
  expect(reading).toThrow(
    'MEILI_KEY_SOUTH_WEST is not set: it takes the key that writes to the engine "south-west" of MEILI_ENGINES, or MEILI_SEARCH_KEY_SOUTH_WEST one that only searches it',
  );
  expect(reading).not.toThrow('hunter2');
});

it.each([
  ['east', 'names and addresses'],
  ['East=https://east.example.com', 'names and addresses'],
  ['east=https://key:hunter2@east.example.com', 'names and addresses'],
  ['east=https://a.example.com,west=https://b.example.com east=https://c.example.com', 'that no other has'],
  ['east=https://a.example.com west=https://a.example.com', 'that no other has'],
  ['shared=https://a.example.com', 'that no other has'],
  ['east=http://127.0.0.1:7700', 'another address for "east" than MEILI_HOST'],
])('PLAT-50 MEILI_ENGINES "%s" is refused', (MEILI_ENGINES, reason) => {
  const reading = () => read({ MEILI_ENGINES, MEILI_KEY_EAST: 'any', MEILI_KEY_WEST: 'any' });
  expect(reading).toThrow(`MEILI_ENGINES: expected`);
  expect(reading).toThrow(reason);
  expect(reading).not.toThrow('hunter2');
});

it('PLAT-50 new dealers are put on an engine that exists', () => {
  const named = { MEILI_ENGINES: 'east=https://east.example.com', MEILI_KEY_EAST: 'any' };
  expect(read({ ...named, MEILI_NEW_DEALERS: 'east' })).toMatchObject({ MEILI_NEW_DEALERS: 'east' });
  expect(() => read({ ...named, MEILI_NEW_DEALERS: 'west' })).toThrow(
    'MEILI_NEW_DEALERS: expected one of the engines shared, east',
  );
});

it('PLAT-56 engines are read without keys, to create them', () => {
  expect(readEngineAddresses({ MEILI_ENGINES: TWO }).MEILI_ENGINES.map(({ name }) => name)).toEqual([
    'east',
    'south-west',
  ]);
});

it('PLAT-50 dealer files cannot name a key of an engine', () => {
  for (const name of ['MEILI_KEY_EAST', 'MEILI_SEARCH_KEY_EAST', 'MEILI_SEARCH_KEY', 'MEILI_MASTER_KEY']) {
    expect(isDealerVariable(name, { DEALER_VARIABLES: name, [name]: 'hunter2' })).toBe(false);
    expect(() => read({ DEALER_VARIABLES: name })).toThrow('names of variables that Forecourt does not read');
  }
});
