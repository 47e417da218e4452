import type { UpdateOrganizationBody } from "@stint/sdk";
import { useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { parseDuration } from "@stint/grammar/parse-duration.ts";
import { Section } from "#ui/form/section.tsx";
import { Form } from "#ui/form/form.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useForm } from "#ui/form/use-form.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import type { SectionProps } from "./general-section.tsx";
import { useOrganizationChange } from "./use-organization-change.ts";
import { useOrganizationWords } from "#i18n/words/use-organization-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

type Rules = NonNullable<UpdateOrganizationBody["entryRules"]>;

/** The rules that new and changed entries must follow. */
export function RulesSection({ organization, canWrite }: SectionProps) {
  const words = useOrganizationWords();
  const action = useAction();
  const changeOrganization = useOrganizationChange(organization, words.rulesChanged);
  const { entryRules } = organization;
  const change = (rules: Rules) => changeOrganization({ entryRules: rules });
  const toggle = (label: string, checked: boolean, rulesFor: (checked: boolean) => Rules) => (
    <Checkbox
      label={label}
      checked={checked}
      disabled={!canWrite || action.isRunning}
      onChange={(isChecked) => action.run(() => change(rulesFor(isChecked)))}
    />
  );
  return (
    <Section title={words.rules} lead={words.rulesLead}>
      <div className="form">
        {toggle(words.requireDescription, entryRules.requireDescription, (on) => ({ requireDescription: on }))}
        {toggle(words.requireTag, entryRules.requireTag, (on) => ({ requireTag: on }))}
        {toggle(words.refuseOverlaps, entryRules.overlaps === "refuse", (on) => ({
          overlaps: on ? "refuse" : "allow",
        }))}
        <ErrorLine>{action.message}</ErrorLine>
      </div>
      <Limits
        key={`${entryRules.latestDays} ${entryRules.longestTimerSeconds}`}
        rules={entryRules}
        canWrite={canWrite}
        onSave={change}
      />
    </Section>
  );
}

interface LimitsProps {
  rules: SectionProps["organization"]["entryRules"];
  canWrite: boolean;
  onSave: (rules: Rules) => Promise<unknown>;
}

/** The limits on how late people can record time and how long a timer can run. An empty field means no limit. */
function Limits({ rules, canWrite, onSave }: LimitsProps) {
  const words = useOrganizationWords();
  const format = useFormat();
  const { latestDays, longestTimerSeconds } = rules;
  const [days, setDays] = useState(latestDays === null ? "" : String(latestDays));
  // The field shows the limit in whole minutes, so the limit is sent only if the field was edited.
  const [shown] = useState(longestTimerSeconds === null ? "" : format.duration(longestTimerSeconds));
  const [longest, setLongest] = useState(shown);
  const seconds = longest.trim() === "" ? null : (parseDuration(longest) ?? 0);
  const wantedDays = days.trim() === "" ? null : Number(days);
  const isDaysWrong = wantedDays !== null && !(Number.isInteger(wantedDays) && wantedDays >= 0 && wantedDays <= 3650);
  const isLongestEdited = longest !== shown;
  const isLongestWrong = isLongestEdited && seconds === 0;
  const form = useForm(async () => {
    if (isDaysWrong || isLongestWrong) return;
    await onSave({ latestDays: wantedDays, ...(isLongestEdited ? { longestTimerSeconds: seconds } : {}) });
  });
  return (
    <Form form={form} submit={canWrite ? words.rulesSave : undefined}>
      <TextInput
        label={words.latestDays}
        hint={words.latestDaysHint}
        inputMode="numeric"
        value={days}
        readOnly={!canWrite}
        error={isDaysWrong && words.latestDaysWrong}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <TextInput
        label={words.longestTimer}
        hint={words.longestTimerHint}
        value={longest}
        readOnly={!canWrite}
        error={isLongestWrong && words.longestTimerWrong}
        onChange={({ currentTarget }) => setLongest(currentTarget.value)}
      />
    </Form>
  );
}
