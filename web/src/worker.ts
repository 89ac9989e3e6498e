// Keeps the page on the phone, so that it opens in a cellar. What it shows comes by the contract.
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import type { PrecacheEntry } from 'workbox-precaching';

declare const BUILT_FILES: PrecacheEntry[];

clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(BUILT_FILES);
// The page has one address and tells its places apart after the #; other addresses are the server's.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { allowlist: [/^\/(\?.*)?$/] }));
