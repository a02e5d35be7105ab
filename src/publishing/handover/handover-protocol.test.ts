import { expect, it } from 'vitest';
import { absoluteArguments, absoluteFolders } from './handover-protocol.ts';

it('PLAT-04 a process in the folder of new code uses the folders of the old one', () => {
  const args = ['--dist', 'out', '--dealers-dir=../dealers', '--new-data', '--dist', '/srv/dist'];
  expect(absoluteArguments(args, '/srv/1')).toEqual([
    ...['--dist', '/srv/1/out', '--dealers-dir=/srv/dealers', '--new-data', '--dist', '/srv/dist'],
  ]);
  expect(absoluteFolders({ DATA_DIR: 'data', PORT: '1' }, '/srv/1')).toEqual({
    DATA_DIR: '/srv/1/data',
    DIST_DIR: '/srv/1/dist',
  });
  expect(absoluteFolders({ DEALERS_DIR: 'd', DIST_DIR: '/srv/dist' }, '/srv/1')).toEqual({
    DATA_DIR: '/srv/1/.data',
    DIST_DIR: '/srv/dist',
    DEALERS_DIR: '/srv/1/d',
  });
});
