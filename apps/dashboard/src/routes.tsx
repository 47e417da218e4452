import { lazy, Suspense } from "react";
import { Redirect, Route, Switch } from "wouter";
import { SignedIn } from "#pages/shell/signed-in.tsx";
import { SignedOut } from "#pages/account/signed-out.tsx";

const SignInPage = lazy(() => import("#pages/account/sign-in-page.tsx").then((m) => ({ default: m.SignInPage })));
const SetUpPage = lazy(() => import("#pages/account/set-up-page.tsx").then((m) => ({ default: m.SetUpPage })));
const InvitationPage = lazy(() =>
  import("#pages/account/invitation-page.tsx").then((m) => ({ default: m.InvitationPage })),
);
const ResetPasswordPage = lazy(() =>
  import("#pages/account/reset-password-page.tsx").then((m) => ({ default: m.ResetPasswordPage })),
);
const TimePage = lazy(() => import("#pages/time/time-page.tsx").then((m) => ({ default: m.TimePage })));
const CalendarPage = lazy(() => import("#pages/calendar/calendar-page.tsx").then((m) => ({ default: m.CalendarPage })));
const ProfilePage = lazy(() => import("#pages/profile/profile-page.tsx").then((m) => ({ default: m.ProfilePage })));
const TimesheetPage = lazy(() =>
  import("#pages/timesheet/timesheet-page.tsx").then((m) => ({ default: m.TimesheetPage })),
);
const NotBuiltPage = lazy(() => import("#pages/shell/not-built-page.tsx").then((m) => ({ default: m.NotBuiltPage })));
const NotFoundPage = lazy(() => import("#pages/shell/not-found-page.tsx").then((m) => ({ default: m.NotFoundPage })));

/** Screens of the issue to come: their addresses are kept for them. */
const notBuilt = ["/projects/*?", "/clients", "/tags", "/rates", "/reports/*?", "/team/*?", "/settings/*?", "/blog"];

/** Every address of the dashboard. */
export function Routes() {
  return (
    <Switch>
      <Route path={/^\/(sign-in|second-factor)\/?$/}>
        <SignedOut>
          <SignInPage />
        </SignedOut>
      </Route>
      <Route path="/set-up">
        <SignedOut>
          <SetUpPage />
        </SignedOut>
      </Route>
      <Route path="/invitation">
        <SignedOut>
          <InvitationPage />
        </SignedOut>
      </Route>
      <Route path="/reset-password">
        <SignedOut>
          <ResetPasswordPage />
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
              <Route path="/calendar">
                <CalendarPage />
              </Route>
              <Route path="/profile">
                <ProfilePage />
              </Route>
              <Route path="/timesheet">
                <TimesheetPage />
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
