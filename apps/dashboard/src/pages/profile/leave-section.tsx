import { stint } from "#api/client.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { ConfirmButton } from "#pages/parts/confirm-button.tsx";
import { Section } from "./section.tsx";

export function LeaveSection() {
  const { profile } = useText();
  const { organization } = useMe();
  return (
    <Section title={profile.leave(organization.name)} lead={profile.leaveLead}>
      <ConfirmButton
        label={profile.leaveOrganization}
        title={profile.leaveQuestion(organization.name)}
        lead={`${profile.leaveLead} ${profile.leaveBack}`}
        onConfirm={async () => {
          await stint.me.leaveOrganization();
          location.assign("/sign-in");
        }}
      />
    </Section>
  );
}
