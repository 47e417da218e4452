import { AuthenticationError } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useSyncExternalStore } from "react";
import { Redirect } from "wouter";
import { heldUpUntil, onHeldUp } from "#api/held-up.ts";
import { MeContext, meQuery } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { SettingsProvider } from "#api/settings-provider.tsx";
import { UndoProvider } from "#api/undo.tsx";
import { TrackingProvider } from "#api/use-tracking.tsx";
import button from "#ui/plain-button.module.css";
import { HeldUp } from "./held-up.tsx";
import { Shell } from "./shell.tsx";

/** Everything that needs a session: without one, the way to sign in and back. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data, error } = useQuery(meQuery);
  const isHeldUp = useSyncExternalStore(onHeldUp, heldUpUntil) > 0;
  // The first screen is drawn in short tasks.
  const me = useDeferredValue(data);
  if (me === undefined) {
    if (data === undefined && error !== null && !(error instanceof AuthenticationError))
      return (
        <SettingsProvider me={undefined}>
          <Unreachable />
        </SettingsProvider>
      );
    if (data === undefined && error === null && isHeldUp)
      return (
        <SettingsProvider me={undefined}>
          <main style={{ padding: 28 }}>
            <div role="status">
              <HeldUp isEmpty />
            </div>
          </main>
        </SettingsProvider>
      );
    if (data !== undefined || error === null) return null;
    const { pathname, search } = location;
    const next = pathname === "/" ? "" : `?next=${encodeURIComponent(pathname + search)}`;
    return <Redirect to={`/sign-in${next}`} replace />;
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

/** Nothing is kept on this device to go on with. */
function Unreachable() {
  const { account, shell } = useText();
  return (
    <main style={{ display: "grid", justifyItems: "start", gap: 16, padding: 28 }}>
      <p role="alert">{account.serverSilent}</p>
      <button type="button" className={button.button} onClick={() => location.reload()}>
        {shell.retry}
      </button>
    </main>
  );
}
