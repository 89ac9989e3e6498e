import { useEffect } from 'preact/hooks';

/** Keep the screen on as long as a screen is shown, where the browser can. */
export function useAwake(): void {
  useEffect(() => {
    // Over plain HTTP a browser has no such thing, whatever its types say.
    if (!('wakeLock' in navigator)) return undefined;
    let held: Promise<WakeLockSentinel | undefined> | undefined;
    // A phone takes the lock back while another app is in front.
    function hold(): void {
      if (!document.hidden) held = navigator.wakeLock.request('screen').catch(() => undefined);
    }
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void held?.then((lock) => lock?.release());
    };
  }, []);
}
