import { useEffect, useState } from "react";
import { rateLimitedUntil } from "#api/connection/rate-limit.ts";
import { lazyText } from "#i18n/lazy-text.ts";
import { rateLimited } from "#i18n/en/rate-limited.ts";

const useWords = lazyText(rateLimited, import.meta.glob(["/src/i18n/*/rate-limited.ts", "!**/en/*"]));

/**
 * Counts down until the server accepts this session's requests again, and explains what the screen shows until then.
 */
export function RateLimited({ isEmpty = false }: { isEmpty?: boolean }) {
  const words = useWords();
  const [first] = useState(secondsLeft);
  const [seconds, setSeconds] = useState(first);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000);
    return () => clearInterval(timer);
  }, []);
  const say = (count: number) => (isEmpty ? words.wait : words.pause)(String(count));
  return (
    <p>
      {/* Not a status region, because screen readers would read the countdown every second. */}
      <span className="visually-hidden">{say(first)}</span>
      <span aria-hidden>{say(seconds)}</span>
    </p>
  );
}

function secondsLeft(): number {
  return Math.max(1, Math.ceil((rateLimitedUntil() - Date.now()) / 1000));
}
