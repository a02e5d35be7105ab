import { expect, it } from 'vitest';
import { vehicleVideo } from './vehicle-media.ts';

it.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3s',
  'https://youtu.be/dQw4w9WgXcQ?si=x',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
])('VDP-02 %s plays in a player without cookies', (external_video_url) => {
  expect(vehicleVideo({ external_video_url })).toEqual({
    ...{ kind: 'player', service: 'YouTube' },
    url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
    page: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  });
});

it.each(['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789?h=1'])(
  'VDP-02 %s plays in a player that does not track',
  (external_video_url) => {
    expect(vehicleVideo({ external_video_url })).toMatchObject({
      ...{ kind: 'player', service: 'Vimeo' },
      url: 'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1',
    });
  },
);

it('VDP-02 the dealer’s own file comes first; other addresses are links', () => {
  const file = 'https://cdn.example/a%20b/film.MP4?x=1';
  const elsewhere = 'https://films.example/42';
  expect(vehicleVideo({ video_url: file, external_video_url: elsewhere })).toEqual({
    kind: 'file',
    url: file,
  });
  const own = '/videos/around-a-ute.webm';
  expect(vehicleVideo({ video_url: own })).toEqual({ kind: 'file', url: own });
  expect(vehicleVideo({ video_url: '//evil.example/x.webm' })).toBeNull();
  expect(vehicleVideo({ external_video_url: elsewhere })).toEqual({ kind: 'page', url: elsewhere });
});

it.each([undefined, '', 'film.mp4', 'http://cdn.example/film.mp4', 'javascript:alert(1)', 'https://'])(
  'VDP-02 %s is no video',
  (video_url) => {
    expect(vehicleVideo({ video_url })).toBeNull();
  },
);

it('VDP-02 an address that only resembles a service’s is a link, never a frame', () => {
  for (const url of [
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com.evil.example/123456789',
  ])
    expect(vehicleVideo({ external_video_url: url })?.kind).toBe('page');
});
