import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { offer } from '../install';
import { once } from '../once';
import { say } from '../wording';

// What this phone was told, once and for all.
const KEY = 'told';
const told = signal<ReadonlySet<string>>(recalled());

function recalled(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]);
  } catch {
    return new Set();
  }
}

function tell(what: string): void {
  told.value = new Set([...told.value, what]);
  localStorage.setItem(KEY, JSON.stringify([...told.value]));
}

/** Said once on the first screen: that the page works without a signal now, and how it comes onto the home screen. */
export function Installing() {
  const isReady = useReady();
  const isNews = useSignal(!told.value.has('ready'));
  useEffect(() => {
    if (isReady && isNews.value) tell('ready');
  }, [isReady]);
  const isOffered = !told.value.has('install') && !isInstalled() && (offer.value !== undefined || isApple());
  return (
    <>
      {isReady && isNews.value && (
        <p class="wait" role="status">
          {say('install.ready')}
        </p>
      )}
      {isOffered && (
        <section class="box last-table" aria-label={say('install.add')}>
          <p>{say(offer.value ? 'install.how' : 'install.apple')}</p>
          <div class="pair">
            {offer.value && <Add />}
            <button class="quiet" onClick={() => tell('install')}>
              {say(offer.value ? 'not_now' : 'done')}
            </button>
          </div>
        </section>
      )}
    </>
  );
}

/** How far the page is on this phone, for whoever wants to know. */
export function Installed() {
  const isReady = useReady();
  return (
    <section class="keeping" aria-labelledby="without">
      <h2 class="lab" id="without">
        {say('install.without')}
      </h2>
      <p>{say(isReady ? 'install.ready' : 'install.not_ready')}</p>
      {!isInstalled() && isApple() && <p>{say('install.apple')}</p>}
      {offer.value && <Add />}
    </section>
  );
}

const add = once(async () => {
  await offer.value?.prompt();
  // A browser asks once for each offer.
  offer.value = undefined;
  tell('install');
});

const Add = () => (
  <button class="plain" onClick={() => void add()}>
    {say('install.add')}
  </button>
);

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

// A tablet of Apple calls itself a computer, but has fingers on it.
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Whether the worker has all of the page on this phone: it works only once it has. */
function useReady(): boolean {
  const isReady = useSignal(false);
  useEffect(() => void navigator.serviceWorker?.ready.then(() => (isReady.value = true)), []);
  return isReady.value;
}
