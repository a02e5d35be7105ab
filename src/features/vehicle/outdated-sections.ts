import { $vehicleChanges } from '#src/stores/vehicle-changes.store.ts';

/**
 * VDP-21: sections that styles hide as outdated would leave a gap to scroll past. Those that are still below the screen
 * give up their space: nothing in view moves.
 */
export function closeOutdatedSections(): void {
  $vehicleChanges.subscribe(() => {
    // One that is closed has no place to ask for.
    for (const section of document.querySelectorAll<HTMLElement>('.vehicle section'))
      if (!section.hidden && getComputedStyle(section).visibility === 'hidden')
        section.hidden = section.getBoundingClientRect().top > innerHeight;
  });
}
