import { Suspense, useDeferredValue } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { onRateLimit } from "#api/connection/rate-limit.ts";
import { SettingsProvider } from "#state/settings/settings-provider.tsx";
import { ScreenContext, ScreensContext } from "#screen/screens.ts";
import { meQuery, queryClient } from "#api/queries.ts";
import { apart } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Region } from "#ui/region.tsx";
import { SignedOut } from "#pages/account/signed-out.tsx";
import { redirects, signedInScreens, signedOutScreens } from "./screens.ts";

const frame = apart(() => import("#shell/signed-in.tsx").then((m) => m.SignedIn));
const SignedIn = frame.show;
const pages = signedInScreens.map((screen) => ({ screen, ...apart(screen.load) }));
const signedOutPages = signedOutScreens.map((screen) => ({ ...screen, ...apart(screen.load) }));
const NotFoundPage = apart(() => import("#pages/not-found/not-found-page.tsx").then((m) => m.NotFoundPage)).show;

/** Whether the screen at this path works without a session. */
export function isSignedOut(path: string): boolean {
  const first = path.split("/", 2)[1];
  return signedOutScreens.some((screen) => [screen.path, screen.also].some((each) => each?.split("/", 2)[1] === first));
}

/**
 * Loads all data for a path in parallel before the first screen is rendered. Otherwise each component would request its
 * data only after its parent had loaded.
 */
export async function loadAhead(path: string): Promise<void> {
  if (isSignedOut(path)) {
    const page = signedOutPages.find((each) => each.path === path);
    return page?.loadAhead();
  }
  const at = path === "/" ? "/time" : path;
  const page = pages.find(({ screen }) => screen.isDaily === true && screen.path === at);
  const parts: Promise<unknown>[] = [queryClient.prefetchQuery(meQuery), frame.loadAhead()];
  if (page !== undefined) parts.push(page.loadAhead());
  // Doesn't wait for failed or rate-limited parts, which show their own error or placeholder.
  await Promise.race([Promise.allSettled(parts), new Promise<void>((resolve) => void onRateLimit(resolve))]);
}

export function Routes() {
  return (
    <ScreensContext value={signedInScreens}>
      <Switch>
        {signedOutPages.map(({ path, also, isBare, show: Page }) => (
          <Route key={path} path={also === undefined ? path : new RegExp(`^(${path}|${also})/?$`)}>
            {({ id = "" }: { id?: string }) =>
              isBare === true ? (
                <SettingsProvider me={undefined}>
                  <Part>
                    <Page id={id} />
                  </Part>
                </SettingsProvider>
              ) : (
                <SignedOut>
                  <Page id={id} />
                </SignedOut>
              )
            }
          </Route>
        ))}
        <Route>
          <Suspense>
            <SignedIn>
              <Screens />
            </SignedIn>
          </Suspense>
        </Route>
      </Switch>
    </ScreensContext>
  );
}

/**
 * The screens that need a session. Navigation is a transition: the link is highlighted at once, and the new screen is
 * rendered in short tasks.
 */
function Screens() {
  const [location] = useLocation();
  const shown = useDeferredValue(location);
  return (
    <Region at={shown}>
      <Suspense>
        <Switch location={shown}>
          {Object.entries(redirects).map(([path, to]) => (
            <Route key={path} path={path}>
              <Redirect to={to} replace />
            </Route>
          ))}
          {pages.map(({ screen, show: Page }) => (
            <Route key={screen.path} path={screen.path}>
              {({ id = "" }: { id?: string }) => (
                <ScreenContext value={screen}>
                  <Page key={id} id={id} />
                </ScreenContext>
              )}
            </Route>
          ))}
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
      </Suspense>
    </Region>
  );
}
