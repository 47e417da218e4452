import type { Organization } from "@stint/sdk";
import { useState } from "react";
import { clock } from "#api/connection/client.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { dayOf } from "#time/zoned.ts";
import { Section } from "#ui/form/section.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Select } from "#ui/fields/select.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import type { SectionProps } from "./general-section.tsx";
import { useOrganizationChange } from "./use-organization-change.ts";
import { useOrganizationWords } from "#i18n/words/use-organization-words.ts";

type Approvals = NonNullable<Organization["approvals"]>;
type Period = Approvals["period"] | "off";

/** Sets whether people submit their weeks or months, and the rules for approving them. */
export function ApprovalsSection({ organization, canWrite }: SectionProps) {
  const words = useOrganizationWords();
  return (
    <Section title={words.approvals} lead={words.approvalsLead}>
      <ApprovalsForm key={JSON.stringify(organization.approvals)} organization={organization} canWrite={canWrite} />
    </Section>
  );
}

function ApprovalsForm({ organization, canWrite }: SectionProps) {
  const words = useOrganizationWords();
  const change = useOrganizationChange(organization, words.approvalsChanged);
  const { approvals, timeZone } = organization;
  const [period, setPeriod] = useState<Period>(approvals?.period ?? "off");
  const [from, setFrom] = useState(approvals?.from ?? dayOf(clock.now(), timeZone));
  const [ownApproval, setOwnApproval] = useState(approvals?.ownApproval ?? false);
  const [minutes, setMinutes] = useState(String(approvals?.graceMinutes ?? 5));
  const graceMinutes = minutes.trim() === "" ? Number.NaN : Number(minutes);
  const isGraceWrong = !(Number.isInteger(graceMinutes) && graceMinutes >= 0 && graceMinutes <= maxMinutes);
  const wanted = period === "off" ? null : { period, from, ownApproval, graceMinutes };
  const isOff = wanted === null;
  const changesPeriods = approvals !== null && !isOff && (approvals.period !== period || approvals.from !== from);
  const form = useForm(async () => {
    if (isOff || !isGraceWrong) await change({ approvals: wanted });
  });
  return (
    <Form form={form} submit={canWrite ? words.approvalsSave : undefined}>
      <Select
        label={words.approvalsPeriod}
        value={period}
        options={Object.entries(words.approvalsPeriods)}
        disabled={!canWrite}
        onChange={(value) => setPeriod(value as Period)}
      />
      {isOff ? (
        approvals !== null && <p className="dim">{words.approvalsOff}</p>
      ) : (
        <>
          <FormDateField
            label={words.approvalsFrom}
            hint={words.approvalsFromHint}
            value={from}
            readOnly={!canWrite}
            required
            onChange={setFrom}
          />
          {changesPeriods && <p className="dim">{words.approvalsCut}</p>}
          <Checkbox label={words.ownApproval} checked={ownApproval} disabled={!canWrite} onChange={setOwnApproval} />
          <TextInput
            label={words.graceMinutes}
            hint={words.graceMinutesHint}
            inputMode="numeric"
            value={minutes}
            readOnly={!canWrite}
            error={isGraceWrong && words.graceMinutesWrong(String(maxMinutes))}
            onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
          />
        </>
      )}
    </Form>
  );
}

const maxMinutes = 1440;
