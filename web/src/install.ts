import { signal } from '@preact/signals';

/** The browser's offer to put the page on the home screen, which waits until nobody is scoring a hand. */
export interface Offer extends Event {
  prompt(): Promise<unknown>;
}
export const offer = signal<Offer | undefined>(undefined);

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer.value = event as Offer;
});
addEventListener('appinstalled', () => (offer.value = undefined));
