import type { CreateRateBody, Rate } from "@stint/sdk";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { scopes } from "./rate-periods.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { PersonField, ProjectField, TaskField } from "#parts/fields/object-fields.tsx";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { MoneyField } from "#parts/fields/typed-field.tsx";
import { useRateWords } from "#i18n/words/use-rate-words.ts";
import { Select } from "#ui/fields/select.tsx";

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
  const [values, set, draft] = useFormDraft("rate", rate, {
    ...firstTarget,
    rateMinor: undefined as number | undefined,
    effectiveFrom: firstDay,
  });
  const { rateMinor, effectiveFrom } = values;

  async function send(): Promise<void> {
    const chosen = rate === undefined ? toTarget(values) : targetOfRate(rate);
    await onSend({ ...chosen, rateMinor: rateMinor ?? 0, ...(effectiveFrom !== "" && { effectiveFrom }) });
  }

  return (
    <FormDialog
      title={rate === undefined ? words.new : words.changeTitle}
      submit={words.create}
      onSend={send}
      onClose={onClose}
      draft={draft}
    >
      {rate === undefined ? (
        <TargetFields value={values} set={set} />
      ) : (
        <p>
          {name} · {words.kinds[rate.kind]} · {format.money(rate.rateMinor, currency)}
        </p>
      )}
      <MoneyField
        label={words.perHour}
        hint={words.moneyHint(format.money(9000, currency))}
        value={rateMinor}
        onChange={(minor) => set({ rateMinor: minor })}
        invalid={words.notMoney(currency)}
        required
        autoFocus
        field="rateMinor"
      />
      <FormDateField
        label={words.from}
        hint={words.fromHint}
        value={effectiveFrom}
        onChange={(day) => set({ effectiveFrom: day })}
        field="effectiveFrom"
      />
    </FormDialog>
  );
}

/** What a new rate applies to. */
interface Target {
  kind: Rate["kind"];
  scope: Rate["scope"];
  userId: string;
  projectId: string;
  taskId: string;
}

const firstTarget: Target = { kind: "billable", scope: "organization", userId: "", projectId: "", taskId: "" };

function toTarget({ kind, scope, userId, projectId, taskId }: Target) {
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
  set: (part: Partial<Target>) => void;
}

/** The fields for the scope of a new rate. */
function TargetFields({ value, set }: TargetProps) {
  const { time } = useText();
  const words = useRateWords();
  const { kind, scope, userId, projectId, taskId } = value;
  return (
    <>
      <Select
        label={words.kind}
        value={kind}
        options={Object.entries(words.kinds) as [Rate["kind"], string][]}
        onChange={(chosen) => set({ kind: chosen })}
      />
      <Select
        label={words.scope}
        value={scope}
        options={scopes.toReversed().map((each) => [each, words.scopes[each]])}
        onChange={(chosen) => set({ scope: chosen })}
        field="scope"
      />
      {hasMember(scope) && (
        <PersonField
          label={words.member}
          required
          value={userId}
          onChange={(chosen) => set({ userId: chosen })}
          field="userId"
        />
      )}
      {hasProject(scope) && (
        <ProjectField
          label={words.project}
          required
          value={projectId}
          onChange={(chosen) => set({ projectId: chosen, taskId: "" })}
          field="projectId"
        />
      )}
      {scope === "task" && (
        <TaskField
          label={time.task}
          required
          projectId={projectId}
          value={taskId}
          onChange={(chosen) => set({ taskId: chosen })}
          field="taskId"
        />
      )}
    </>
  );
}
