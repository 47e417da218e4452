import { stint } from "#api/client.ts";
import { forgetQueries } from "#api/kept-queries.ts";
import { useMe } from "#api/queries.ts";
import { useTracking } from "#api/use-tracking.tsx";
import { ConfirmButton } from "#pages/parts/confirm-button.tsx";
import { Section } from "#pages/parts/section.tsx";
import { useProfileWords } from "./use-profile-words.ts";

export function LeaveSection() {
  const profile = useProfileWords();
  const { organization } = useMe();
  const tracking = useTracking();
  return (
    <Section title={profile.leave(organization.name)} lead={profile.leaveLead}>
      <ConfirmButton
        label={profile.leaveOrganization}
        title={profile.leaveQuestion(organization.name)}
        lead={`${profile.leaveLead} ${profile.leaveBack}`}
        onConfirm={async () => {
          await stint.me.leaveOrganization();
          await Promise.all([forgetQueries(), tracking.forget()]);
          location.assign("/sign-in");
        }}
      />
    </Section>
  );
}
