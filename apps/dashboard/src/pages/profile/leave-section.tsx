import { stint } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { signOut } from "#state/session/sign-out.ts";
import { useTracking } from "#state/use-tracking.ts";
import { ConfirmButton } from "#parts/confirm/confirm-button.tsx";
import { Section } from "#ui/form/section.tsx";
import { useProfileWords } from "./parts/use-profile-words.ts";

export function LeaveSection() {
  const profile = useProfileWords();
  const { organization, key } = useMe();
  const tracking = useTracking();
  return (
    <Section title={profile.leave(organization.name)} lead={profile.leaveLead}>
      <ConfirmButton
        label={profile.leaveOrganization}
        title={profile.leaveQuestion(organization.name)}
        lead={`${profile.leaveLead} ${profile.leaveBack}`}
        onConfirm={async () => {
          await stint.me.leaveOrganization();
          await signOut(tracking, key.id);
        }}
      />
    </Section>
  );
}
