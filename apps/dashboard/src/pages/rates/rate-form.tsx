import type { CreateRateBody, Rate } from "@stint/sdk";
import { useState } from "react";
import { usePeople } from "#api/people.ts";
import { useMe, useProjects, useTasks } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { scopes } from "./rate-periods.ts";
import { FormDateField } from "#parts/fields/form-date-field.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { MoneyField } from "#parts/fields/typed-field.tsx";
import { useRateWords } from "#i18n/use-rate-words.ts";
import { type Option, Select } from "#ui/fields/select.tsx";

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

  const options = (items: readonly Option[]): Option[] => [
    ["", words.choose, true],
    ...items.toSorted(([, left], [, right]) => left.localeCompare(right)),
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
              <Select
                label={words.kind}
                value={kind}
                options={Object.entries(words.kinds)}
                onChange={(value) => setKind(value as typeof kind)}
              />
              <Select
                label={words.scope}
                value={scope}
                options={scopes.toReversed().map((value) => [value, words.scopes[value]])}
                onChange={(value) => setScope(value as typeof scope)}
                error={errorOf("scope")}
              />
              {hasMember && (
                <Select
                  name="userId"
                  label={words.member}
                  defaultValue=""
                  required
                  options={options(people.map((person) => [person.userId, person.name]))}
                  error={errorOf("userId")}
                />
              )}
              {hasProject && (
                <Select
                  label={words.project}
                  value={projectId}
                  required
                  options={options(
                    projects.filter(({ status }) => status === "active").map((project) => [project.id, project.name]),
                  )}
                  onChange={setProjectId}
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
                  options={options(tasks.map((task) => [task.id, task.name]))}
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
