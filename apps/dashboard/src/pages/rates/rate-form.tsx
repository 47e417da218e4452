import { NativeSelect } from "@mantine/core";
import type { CreateRateBody, Rate } from "@stint/sdk";
import { useState } from "react";
import { usePeople } from "#api/people.ts";
import { useMe, useProjects, useTasks } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { scopes } from "./rate-periods.ts";
import { FormDateField } from "#fields/form-date-field.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { MoneyField } from "#fields/typed-field.tsx";
import { useRateWords } from "#i18n/use-rate-words.ts";

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
  const { time } = useText();
  const words = useRateWords();
  const { currency } = useMe().organization;
  const [kind, setKind] = useState(rate?.kind ?? "billable");
  const [scope, setScope] = useState(rate?.scope ?? "organization");
  const [projectId, setProjectId] = useState(rate?.projectId ?? "");
  const [rateMinor, setRateMinor] = useState<number | undefined>();
  const [effectiveFrom, setEffectiveFrom] = useState(firstDay);
  const people = usePeople().filter(({ isActive }) => isActive);
  const projects = useProjects();
  const tasks = useTasks(projectId);
  const hasMember = scope === "member" || scope === "projectMember";
  const hasProject = scope === "project" || scope === "projectMember" || scope === "task";

  async function send({ userId = null, taskId = null }: Record<string, string | null>): Promise<void> {
    const target =
      rate === undefined
        ? {
            kind,
            scope,
            ...(hasMember && { userId }),
            ...(hasProject && scope !== "task" && { projectId }),
            ...(scope === "task" && { taskId }),
          }
        : { kind, scope, userId: rate.userId, projectId: rate.projectId, taskId: rate.taskId };
    await onSend({
      ...target,
      rateMinor: rateMinor ?? 0,
      ...(effectiveFrom !== "" && { effectiveFrom }),
    });
  }

  const options = (items: readonly { value: string; label: string }[]) => [
    { value: "", label: words.choose, disabled: true },
    ...items.toSorted((left, right) => left.label.localeCompare(right.label)),
  ];
  return (
    <FormDialog
      title={rate === undefined ? words.new : words.changeTitle}
      submit={words.create}
      onSend={send}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {rate !== undefined && (
            <p>
              {name} · {words.kinds[rate.kind]} · {format.money(rate.rateMinor, currency)}
            </p>
          )}
          {rate === undefined && (
            <>
              <NativeSelect
                label={words.kind}
                value={kind}
                data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
                onChange={({ currentTarget }) => setKind(currentTarget.value as typeof kind)}
              />
              <NativeSelect
                label={words.scope}
                value={scope}
                data={scopes.toReversed().map((value) => ({ value, label: words.scopes[value] }))}
                onChange={({ currentTarget }) => setScope(currentTarget.value as typeof scope)}
                error={errorOf("scope")}
              />
              {hasMember && (
                <NativeSelect
                  name="userId"
                  label={words.member}
                  defaultValue=""
                  required
                  data={options(people.map((person) => ({ value: person.userId, label: person.name })))}
                  error={errorOf("userId")}
                />
              )}
              {hasProject && (
                <NativeSelect
                  label={words.project}
                  value={projectId}
                  required
                  data={options(
                    projects
                      .filter(({ status }) => status === "active")
                      .map((project) => ({ value: project.id, label: project.name })),
                  )}
                  onChange={({ currentTarget }) => setProjectId(currentTarget.value)}
                  error={errorOf("projectId")}
                />
              )}
              {scope === "task" && (
                <NativeSelect
                  key={projectId}
                  name="taskId"
                  label={time.task}
                  defaultValue=""
                  required
                  data={options(tasks.map((task) => ({ value: task.id, label: task.name })))}
                  error={errorOf("taskId")}
                />
              )}
            </>
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
