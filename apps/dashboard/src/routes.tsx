import { lazy, Suspense } from "react";
import { Redirect, Route, Switch } from "wouter";
import { SignedIn } from "#pages/shell/signed-in.tsx";
import { SignedOut } from "#pages/account/signed-out.tsx";

const SignInPage = lazy(() => import("#pages/account/sign-in-page.tsx").then((m) => ({ default: m.SignInPage })));
const TimePage = lazy(() => import("#pages/time/time-page.tsx").then((m) => ({ default: m.TimePage })));
const NotBuiltPage = lazy(() => import("#pages/shell/not-built-page.tsx").then((m) => ({ default: m.NotBuiltPage })));
const NotFoundPage = lazy(() => import("#pages/shell/not-found-page.tsx").then((m) => ({ default: m.NotFoundPage })));

/** Screens of the issue to come: their addresses are kept for them. */
const notBuilt = [
  "/calendar",
  "/timesheet",
  "/profile",
  "/projects/*?",
  "/clients",
  "/tags",
  "/rates",
  "/reports/*?",
  "/team/*?",
  "/settings/*?",
  "/blog",
];

/** Every address of the dashboard. */
export function Routes() {
  return (
    <Switch>
      <Route path="/sign-in">
        <SignedOut>
          <SignInPage />
        </SignedOut>
      </Route>
      <Route>
        <SignedIn>
          <Suspense>
            <Switch>
              <Route path="/">
                <Redirect to="/time" replace />
              </Route>
              <Route path="/time">
                <TimePage />
              </Route>
              {notBuilt.map((path) => (
                <Route key={path} path={path}>
                  <NotBuiltPage />
                </Route>
              ))}
              <Route>
                <NotFoundPage />
              </Route>
            </Switch>
          </Suspense>
        </SignedIn>
      </Route>
    </Switch>
  );
}
