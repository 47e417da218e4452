import { useSyncExternalStore } from "react";
import { rateLimitedUntil, onRateLimit } from "#api/connection/rate-limit.ts";
import { useText } from "#i18n/text.ts";

/** The placeholder for content that hasn't loaded: "Loading…" or, if requests are rate limited, when it will load. */
export function useLoadingText(loading?: string): string {
  const { shell } = useText();
  const isRateLimited = useSyncExternalStore(onRateLimit, rateLimitedUntil) > 0;
  return isRateLimited ? shell.notSeenYet : (loading ?? shell.loading);
}
