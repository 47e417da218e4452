import { Section } from "#ui/form/section.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import type { SectionProps } from "./general-section.tsx";
import { useOrganizationChange } from "./use-organization-change.ts";
import { useOrganizationWords } from "#i18n/words/use-organization-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

export function KeysSection({ organization, canWrite }: SectionProps) {
  const words = useOrganizationWords();
  const action = useAction();
  const { withReauthentication, proof } = useReauthentication();
  const change = useOrganizationChange(organization, words.saved, withReauthentication);
  return (
    <Section title={words.keys} lead={words.keysLead}>
      <Checkbox
        label={words.membersMayMakeKeys}
        hint={words.membersMayMakeKeysHint}
        checked={organization.membersMayMakeKeys}
        disabled={!canWrite || action.isRunning}
        onChange={(isChecked) =>
          action.run(() => withReauthentication(() => change({ membersMayMakeKeys: isChecked })))
        }
      />
      <ErrorLine>{action.message}</ErrorLine>
      {proof}
    </Section>
  );
}
