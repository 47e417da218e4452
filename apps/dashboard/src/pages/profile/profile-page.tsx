import { PageHead } from "#screen/page-head.tsx";
import { ApiKeysSection } from "./api-keys-section.tsx";
import { CalendarFeedSection } from "./calendar-feed/calendar-feed-section.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { NameSection } from "./name-section.tsx";
import { NoticesSection } from "./notices-section.tsx";
import { OwnDataSection } from "./own-data-section.tsx";
import { PasswordSection } from "./sign-in/password-section.tsx";
import { PreferencesSection } from "./preferences-section.tsx";
import { SecondFactorSection } from "./sign-in/second-factor-section.tsx";
import { SessionsSection } from "./sign-in/sessions-section.tsx";

export function ProfilePage() {
  return (
    <>
      <PageHead />
      <NameSection />
      <PreferencesSection />
      <NoticesSection />
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
      <ApiKeysSection />
      <CalendarFeedSection />
      <OwnDataSection />
      <LeaveSection />
    </>
  );
}
