import "@fontsource-variable/geist/index.css";
import "./ui/theme/tokens.css";
import "./ui/theme/base.css";
import "./ui/theme/shared.css";
import "./ui/theme/forced-colors.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "#api/queries.ts";
import { reloadAfterUpdate } from "#device/after-update.ts";
import { forgetPeople, isSessionMarkedOver, onSignOutElsewhere, pendingSignOut } from "#device/leaving.ts";
import { fullPath } from "#device/long-path.ts";
import { faults } from "#i18n/fault.ts";
import { languages } from "#i18n/languages.ts";
import { guardRestoredPages } from "#state/session/restored-page.ts";
import { unifyKeyboards } from "#shell/keyboards.ts";
import { followTyping, Region, typedFields } from "#ui/region.tsx";
import { isSignedOut, loadAhead, Routes } from "./routes.tsx";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no #app.");
const app = createRoot(root);

function show(screen: ReactNode): void {
  app.render(
    <StrictMode>
      <Region words={faults[languages.find((each) => each === document.documentElement.lang) ?? "en"]}>
        <QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>
      </Region>
    </StrictMode>,
  );
}

// After signing in at an OpenID provider, the URL may stand for a longer one.
const full = fullPath(location.pathname + location.search);
if (full !== location.pathname + location.search) history.replaceState(history.state, "", full);

/**
 * Completes a sign-out that an earlier page began, or removes the data of an ended session, before anything is shown.
 */
async function leaveFirst(): Promise<void> {
  const sessionId = pendingSignOut();
  if (sessionId !== undefined) {
    const { SignOutPage } = await import("#pages/account/sign-out-page.tsx");
    await new Promise<void>((resolve) => show(<SignOutPage sessionId={sessionId} onDone={resolve} />));
    // Makes the sign-in page confirm the sign-out, unless someone has signed in since.
    history.replaceState({ isSignedOut: true }, "");
  } else if (isSessionMarkedOver()) await forgetPeople();
}

function Broken({ error }: { error: unknown }): ReactNode {
  throw error;
}

followTyping();
reloadAfterUpdate(() => typedFields().length === 0);
unifyKeyboards();
guardRestoredPages();
onSignOutElsewhere(() => (isSignedOut(location.pathname) ? location.reload() : location.replace("/")));
// Not a top-level await, which would block the modules that import this one.
void leaveFirst()
  .then(() => loadAhead(location.pathname))
  .then(() => {
    // React renders a transition in short tasks, so a slow device stays responsive.
    startTransition(() => show(<Routes />));
    // Registers the service worker only after the first screen, which would otherwise wait until all other files are
    // cached. In browsers that forbid service workers, the dashboard works only online.
    if (import.meta.env.PROD && "serviceWorker" in navigator)
      setTimeout(() => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined), 2000);
  })
  .catch((error: unknown) => show(<Broken error={error} />));
