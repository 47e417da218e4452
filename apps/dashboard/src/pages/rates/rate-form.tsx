import type { CreateRateBody, Rate } from "@stint/sdk";
import { useState } from "react";
import { usePeople } from "#api/people.ts";
import { useMe, useProjects, useTasks } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { scopes } from "./rate-periods.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { MoneyField } from "#parts/fields/typed-field.tsx";
import { useRateWords } from "#i18n/words/use-rate-words.ts";
import { type Option, Select } from "#ui/fields/select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";

interface Props {
  /** The rate to change from a certain day on. Undefined for a new rate. */
  rate: Rate | undefined;
  /** The name of the member, project, task or organization that `rate` applies to. */
  name: string;
  /** The suggested first day. Empty means that the rate has always applied. */
  firstDay: string;
  onSend: (fields: CreateRateBody) => Promise<unknown>;
  onClose: () => void;
}

export function RateForm({ rate, name, firstDay, onSend, onClose }: Props) {
  const format = useFormat();
  const words = useRateWords();
  const { currency } = useMe().organization;
  const [target, setTarget] = useState<Target>({ kind: "billable", scope: "organization", projectId: "" });
  const [rateMinor, setRateMinor] = useState<number | undefined>();
  const [effectiveFrom, setEffectiveFrom] = useState(firstDay);

  async function send({ userId = null, taskId = null }: Record<string, string | null>): Promise<void> {
    const chosen = rate === undefined ? toTarget(target, userId, taskId) : targetOfRate(rate);
    await onSend({ ...chosen, rateMinor: rateMinor ?? 0, ...(effectiveFrom !== "" && { effectiveFrom }) });
  }

  return (
    <FormDialog
      title={rate === undefined ? words.new : words.changeTitle}
      submit={words.create}
      onSend={send}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {rate === undefined ? (
            <TargetFields value={target} errorOf={errorOf} onChange={setTarget} />
          ) : (
            <p>
              {name} · {words.kinds[rate.kind]} · {format.money(rate.rateMinor, currency)}
            </p>
          )}
          <MoneyField
            label={words.perHour}
            hint={words.moneyHint(format.money(9000, currency))}
            value={rateMinor}
            onChange={setRateMinor}
            invalid={words.notMoney(currency)}
            required
            autoFocus
            error={errorOf("rateMinor")}
          />
          <FormDateField
            label={words.from}
            hint={words.fromHint}
            value={effectiveFrom}
            onChange={setEffectiveFrom}
            error={errorOf("effectiveFrom")}
          />
        </>
      )}
    </FormDialog>
  );
}

interface Target {
  kind: Rate["kind"];
  scope: Rate["scope"];
  projectId: string;
}

function toTarget({ kind, scope, projectId }: Target, userId: string | null, taskId: string | null) {
  return {
    kind,
    scope,
    ...(hasMember(scope) && { userId }),
    ...(hasProject(scope) && scope !== "task" && { projectId }),
    ...(scope === "task" && { taskId }),
  };
}

function targetOfRate({ kind, scope, userId, projectId, taskId }: Rate) {
  return { kind, scope, userId, projectId, taskId };
}

const hasMember = (scope: Rate["scope"]) => scope === "member" || scope === "projectMember";
const hasProject = (scope: Rate["scope"]) => scope === "project" || scope === "projectMember" || scope === "task";

interface TargetProps {
  value: Target;
  errorOf: (name: string) => string | undefined;
  onChange: (value: Target) => void;
}

/** The fields for the scope of a new rate. The form reads the member and the task when it is sent. */
function TargetFields({ value, errorOf, onChange }: TargetProps) {
  const { time } = useText();
  const words = useRateWords();
  const { kind, scope, projectId } = value;
  const people = usePeople().filter(({ isActive }) => isActive);
  const projects = useProjects().filter(({ status }) => status === "active");
  const tasks = useTasks(projectId);
  const options = (items: Parameters<typeof toOptions>[0]): Option[] => [["", words.choose, true], ...toOptions(items)];
  return (
    <>
      <Select
        label={words.kind}
        value={kind}
        options={Object.entries(words.kinds) as [Rate["kind"], string][]}
        onChange={(chosen) => onChange({ ...value, kind: chosen })}
      />
      <Select
        label={words.scope}
        value={scope}
        options={scopes.toReversed().map((each) => [each, words.scopes[each]])}
        onChange={(chosen) => onChange({ ...value, scope: chosen })}
        error={errorOf("scope")}
      />
      {hasMember(scope) && (
        <Select
          name="userId"
          label={words.member}
          defaultValue=""
          required
          options={options(people)}
          error={errorOf("userId")}
        />
      )}
      {hasProject(scope) && (
        <Select
          label={words.project}
          value={projectId}
          required
          options={options(projects)}
          onChange={(chosen) => onChange({ ...value, projectId: chosen })}
          error={errorOf("projectId")}
        />
      )}
      {scope === "task" && (
        <Select
          key={projectId}
          name="taskId"
          label={time.task}
          defaultValue=""
          required
          options={options(tasks)}
          error={errorOf("taskId")}
        />
      )}
    </>
  );
}
