/** Keeps a screen from going dark while a page is seen: nobody touches a projector's laptop during a film, nor a moderator's phone. */
export function awake(): () => void {
  let held: WakeLockSentinel | null = null;
  let over = false;
  const hold = async (): Promise<void> => {
    if (over || document.visibilityState !== 'visible' || (held !== null && !held.released)) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      if (over) await got.release();
      else held = got;
    } catch {
      // The browser has no such thing here, or the battery is low; then the machine does as it always does.
    }
  };
  // A browser lets go of it whenever the page is hidden.
  const seen = () => void hold();
  document.addEventListener('visibilitychange', seen);
  void hold();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', seen);
    void held?.release().catch(() => undefined);
  };
}
