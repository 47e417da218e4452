import { Switch } from "@mantine/core";
import { Section } from "#ui/form/section.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "#confirm/use-reauthentication.tsx";
import type { SectionProps } from "./general-section.tsx";
import { useOrganizationChange } from "./use-organization-change.ts";
import { useWords } from "./use-words.ts";
import classes from "./organization.module.css";

export function KeysSection({ organization, canWrite }: SectionProps) {
  const words = useWords();
  const action = useAction();
  const { withReauthentication, proof } = useReauthentication();
  const change = useOrganizationChange(organization, words.saved, withReauthentication);
  return (
    <Section title={words.keys} lead={words.keysLead}>
      <Switch
        classNames={{ thumb: classes.thumb }}
        label={words.membersMayMakeKeys}
        description={words.membersMayMakeKeysHint}
        checked={organization.membersMayMakeKeys}
        disabled={!canWrite || action.isRunning}
        onChange={({ currentTarget: { checked } }) =>
          action.run(() => withReauthentication(() => change({ membersMayMakeKeys: checked })).then(() => undefined))
        }
      />
      <p role="alert" className={classes.error}>
        {action.message}
      </p>
      {proof}
    </Section>
  );
}
