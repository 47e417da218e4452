import { AuthenticationError } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useDeferredValue, useSyncExternalStore } from "react";
import { Redirect } from "wouter";
import { rateLimitedUntil, onRateLimit } from "#api/connection/rate-limit.ts";
import { MeContext, meQuery } from "#api/queries.ts";
import { shortPathHere } from "#device/long-path.ts";
import { useText } from "#i18n/text.ts";
import { SettingsProvider } from "#state/settings/settings-provider.tsx";
import { UndoProvider } from "./undo-provider.tsx";
import { TrackingProvider } from "#state/tracking/tracking-provider.tsx";
import { apart } from "#ui/apart.ts";
import { Button } from "#ui/button/button.tsx";
import { Shell } from "./shell.tsx";

const RateLimited = apart(() => import("./lines/rate-limited.tsx").then((m) => m.RateLimited)).show;

/** Everything that needs a session. Without a session, redirects to the sign-in page, which returns here afterwards. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data, error } = useQuery(meQuery);
  const isRateLimited = useSyncExternalStore(onRateLimit, rateLimitedUntil) > 0;
  // Deferred, so the first screen is rendered in short tasks.
  const me = useDeferredValue(data);
  if (me === undefined) {
    if (data === undefined && error !== null && !(error instanceof AuthenticationError))
      return (
        <SettingsProvider me={undefined}>
          <Unreachable />
        </SettingsProvider>
      );
    if (data === undefined && error === null && isRateLimited)
      return (
        <SettingsProvider me={undefined}>
          <main style={{ padding: 28 }}>
            <div role="status">
              <Suspense>
                <RateLimited isEmpty />
              </Suspense>
            </div>
          </main>
        </SettingsProvider>
      );
    if (data !== undefined || error === null) return null;
    const next = location.pathname === "/" ? "" : `?next=${shortPathHere()}`;
    return <Redirect to={`/sign-in${next}`} replace state={history.state} />;
  }
  return (
    <SettingsProvider me={me}>
      <MeContext value={me}>
        <TrackingProvider key={`${me.user.id} ${me.organization.id}`}>
          <UndoProvider>
            <Shell>{children}</Shell>
          </UndoProvider>
        </TrackingProvider>
      </MeContext>
    </SettingsProvider>
  );
}

/** Shown if the server is unreachable and the device has no data. */
function Unreachable() {
  const { shell } = useText();
  return (
    <main style={{ display: "grid", justifyItems: "start", gap: 16, padding: 28 }}>
      <p role="alert">{shell.serverSilent}</p>
      <Button kind="main" onClick={() => location.reload()}>
        {shell.retry}
      </Button>
    </main>
  );
}
