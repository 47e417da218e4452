import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Switch.css";
import { useProfileWords } from "#pages/parts/use-profile-words.ts";
import { ApiKeysSection } from "./api-keys-section.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { NameSection } from "./name-section.tsx";
import { OwnDataSection } from "./own-data-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PreferencesSection } from "./preferences-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import classes from "./profile.module.css";

/** `/profile`: what concerns the person alone. */
export function ProfilePage() {
  const profile = useProfileWords();
  return (
    <div className={classes.page}>
      <title>{`${profile.title} – Stint`}</title>
      <h1>{profile.title}</h1>
      <NameSection />
      <PreferencesSection />
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
      <ApiKeysSection />
      <OwnDataSection />
      <LeaveSection />
    </div>
  );
}
