/** Less of a player in view is a slide that was left. */
const LEFT_RATIO = 0.1;

/** A video that is only a page of another site is followed like any link. */
export const isPlayable = (video: string | undefined): boolean => video === 'file' || video === 'player';

/** A file waits where it is; a player of a service cannot be asked to, and gives its place back to the link. */
function stop(player: Element): void {
  const link = player.previousElementSibling;
  if (player instanceof HTMLVideoElement) player.pause();
  else if (link instanceof HTMLElement) {
    link.hidden = false;
    player.remove();
  }
}

/** Within a gallery or the viewer over it. */
export function stopVideos(within: HTMLElement): void {
  for (const player of within.querySelectorAll('.gallery-player')) stop(player);
}

/**
 * VDP-02: plays a video in place of its link; nothing of it is loaded before. It stops once its slide is left. The
 * link stays in the page, hidden, so that slides keep their places.
 */
export function playVideo(link: HTMLAnchorElement): void {
  const { video, videoSource = '' } = link.dataset;
  const player = document.createElement(video === 'file' ? 'video' : 'iframe');
  if (player instanceof HTMLVideoElement) {
    player.controls = true;
    player.autoplay = true;
    player.playsInline = true;
  } else {
    player.title = link.textContent.trim();
    player.allow = 'autoplay; fullscreen; picture-in-picture';
    player.allowFullscreen = true;
  }
  player.src = videoSource;
  player.className = 'gallery-player';
  player.tabIndex = 0;
  link.hidden = true;
  link.after(player);
  player.focus();
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry || entry.intersectionRatio >= LEFT_RATIO || document.fullscreenElement === player) return;
      stop(player);
      if (!player.isConnected) watcher.disconnect();
    },
    { root: player.closest('[data-gallery-strip], .swiper'), threshold: LEFT_RATIO },
  );
  watcher.observe(player);
}
