/** VDP-02: plays a video in place of its link; nothing of it is loaded before. */
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
  link.replaceWith(player);
  player.focus();
}
