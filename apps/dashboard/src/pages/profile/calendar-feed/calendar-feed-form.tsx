import { stint } from "#api/connection/client.ts";
import { useTeams } from "#api/people.ts";
import { SecureForm } from "#parts/confirm/reauthentication/secure-form.tsx";
import { plural } from "#i18n/catalogue.ts";
import { useSettings } from "#state/settings/settings.ts";
import { type Option, Select } from "#ui/fields/select.tsx";
import { useProfileWords } from "#pages/profile/parts/use-profile-words.ts";

const dayChoices = [30, 90, 180, 366];
const usualDays = 90;

interface Props {
  /** Whether the new feed replaces an existing one, whose URL then stops working. */
  replaces: boolean;
  onMade: (address: string) => void;
  onClose: () => void;
}

export function CalendarFeedForm({ replaces, onMade, onClose }: Props) {
  const profile = useProfileWords();
  const { language } = useSettings();
  const teams = useTeams();
  return (
    <SecureForm
      title={profile.calendarFeed}
      submit={profile.newFeed}
      onClose={onClose}
      onSend={({ teamId, days }) => {
        const whose = teamId === undefined ? ({ scope: "own" } as const) : ({ scope: "team", teamId } as const);
        return stint.me.createCalendarFeed({ ...whose, days: Number(days) });
      }}
      onSent={({ address }) => onMade(address)}
    >
      {replaces && <p>{profile.replaceFeedLead}</p>}
      <Select
        name="teamId"
        label={profile.feedOf}
        data-autofocus
        options={[["", profile.ownEntries], ...teams.map(({ id, name }): Option => [id, profile.teamEntries(name)])]}
      />
      <Select
        name="days"
        label={profile.feedDays}
        defaultValue={String(usualDays)}
        options={dayChoices.map((count) => [String(count), plural(language, count, profile.dayCount)])}
      />
    </SecureForm>
  );
}
