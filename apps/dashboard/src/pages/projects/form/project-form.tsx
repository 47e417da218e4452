import type { CreateProjectBody, Project } from "@stint/sdk";
import { useState } from "react";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useIsUnpriced } from "#api/rates-of.ts";
import { ClientField } from "#parts/fields/object-fields.tsx";
import { PeopleField } from "#parts/fields/people-field.tsx";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { Segmented } from "#ui/choices/groups.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Disclosure } from "#ui/text/disclosure.tsx";
import { BudgetDetails, BudgetFields, toBudget, toBudgetInput } from "./budget-fields.tsx";
import { ColorField } from "./color-field.tsx";
import { RateField } from "./rate-field.tsx";
import type { ProjectActions } from "#pages/projects/use-project-actions.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Select } from "#ui/fields/select.tsx";
import { TextArea, TextInput } from "#ui/fields/text-input.tsx";
import classes from "./project-form.module.css";

/** All fields but the status and those that depend on the person. Omitting a field from the form is a type error. */
type ProjectFormFields = Required<Omit<CreateProjectBody, "status" | "budget" | "color">>;

interface Props {
  /** Undefined for a new project. */
  project: Project | undefined;
  /** The preselected client of a new project. */
  clientId?: string;
  actions: ProjectActions;
  onCreated?: ((id: string) => void) | undefined;
  onClose: () => void;
}

type Values = ReturnType<typeof valuesOf>;

/** The values in the form's state; other fields keep their own. */
function valuesOf(project: Project | undefined, clientId: string) {
  return {
    clientId: project?.clientId ?? clientId,
    rateMinor: undefined as number | undefined,
    billable: project?.billable ?? true,
    rounding: project?.rounding?.mode ?? ("none" as const),
    visibility: project?.visibility ?? "organization",
    memberIds: project?.memberIds ?? ([] as readonly string[]),
    color: project?.color ?? null,
    budget: toBudgetInput(project?.budget),
  };
}

/** The fields of a request, except those that depend on the person. `given` has those that keep their own values. */
function toFields(given: Record<string, string>, values: Values): ProjectFormFields {
  const { name = "", code = null, description = "", roundingMinutes = "15" } = given;
  const { clientId, billable, rounding, visibility, memberIds } = values;
  return {
    name,
    code,
    description,
    clientId: clientId || null,
    billable,
    rounding: rounding === "none" ? null : { mode: rounding, minutes: Number(roundingMinutes) },
    visibility,
    memberIds,
  };
}

/**
 * Edits a project, or creates one with its rate, each in a request of its own. A request keeps its idempotency key when
 * the form is sent again, so nothing is created twice, even if a reply is lost.
 */
export function ProjectForm({ project, clientId = "", actions, onCreated, onClose }: Props) {
  const text = useText();
  const words = useProjectWords();
  const canSeeMoney = useMe().scopes.includes("costs:read");
  const [values, set, draft] = useFormDraft("project", project, valuesOf(project, clientId));
  const { rateMinor, isUnpriced, canSetRate } = useRateOfForm(project, values);
  const [key] = useState(() => crypto.randomUUID());
  // The new project, if its rate was refused. The form then sets only the rate.
  const [made, setMade] = useState<Project>();

  async function send(given: Record<string, string>): Promise<void> {
    if (made !== undefined) return actions.setRate(made, rateMinor ?? 0, key);
    const fields = {
      ...toFields(given, values),
      // The server chooses the colour of a new project.
      ...((project !== undefined || values.color !== null) && { color: values.color }),
      ...(canSeeMoney && { budget: toBudget(values.budget) }),
    };
    if (project !== undefined) {
      await actions.update(project, fields);
      return rateMinor === undefined ? undefined : actions.setRate(project, rateMinor, key);
    }
    const created = await actions.create(fields, rateMinor, key);
    if (created.refused === undefined) return onCreated?.(created.made.id);
    draft.forget();
    setMade(created.made);
    throw created.refused;
  }

  function close(): void {
    if (made !== undefined) onCreated?.(made.id);
    onClose();
  }

  const isNew = project === undefined;
  const title = isNew ? words.new : words.edit;
  const submit = made !== undefined ? words.setRate : isNew ? words.create : text.shell.save;
  return (
    <FormDialog
      title={title}
      submit={submit}
      onSend={send}
      onClose={close}
      draft={made === undefined ? draft : undefined}
      size="lg"
    >
      {made === undefined ? (
        <ProjectFields {...{ project, values, set, rateMinor, isUnpriced, canSetRate }} />
      ) : (
        <>
          <p>{words.rateMissing(made.name)}</p>
          <RateField value={rateMinor} onChange={(minor) => set({ rateMinor: minor })} required />
        </>
      )}
    </FormDialog>
  );
}

/** The rate in the form, whether the form has a field for it, and whether no rate can apply. */
function useRateOfForm(project: Project | undefined, { budget, ...values }: Values) {
  const { scopes } = useMe();
  const lacksRate = useIsUnpriced(budget.kind, project);
  const mayRate = scopes.includes("costs:read") && scopes.includes("rates:write");
  const canSetRate = mayRate && (project === undefined || (lacksRate && budget.kind === "amount"));
  // A rate that was typed before its field disappeared doesn't count.
  const rateMinor = canSetRate ? values.rateMinor : undefined;
  return { rateMinor, canSetRate, isUnpriced: lacksRate && (budget.kind === "cost" || rateMinor === undefined) };
}

interface FieldsProps {
  project: Project | undefined;
  values: Values;
  set: (part: Partial<Values>) => void;
}

type RateProps = ReturnType<typeof useRateOfForm>;

function ProjectFields({ project, values, set, ...rate }: FieldsProps & RateProps) {
  const words = useProjectWords();
  const canSeeMoney = useMe().scopes.includes("costs:read");
  const { visibility } = values;
  return (
    <>
      <div className="fields">
        <TextInput
          name="name"
          label={words.name}
          defaultValue={project?.name}
          maxLength={200}
          required
          data-autofocus
        />
        <TextInput name="code" label={words.code} defaultValue={project?.code ?? ""} maxLength={40} />
      </div>
      <ClientField
        label={words.client}
        none={words.noClient}
        value={values.clientId}
        onChange={(id) => set({ clientId: id })}
        field="clientId"
      />
      <div className="fields">
        {rate.canSetRate && <RateField value={rate.rateMinor} onChange={(rateMinor) => set({ rateMinor })} />}
        <fieldset>
          <legend>{words.billable}</legend>
          <Segmented
            label={words.billable}
            value={values.billable ? "yes" : "no"}
            options={Object.entries(words.yesOrNo)}
            onChange={(value) => set({ billable: value === "yes" })}
          />
        </fieldset>
      </div>
      {canSeeMoney && <BudgetFields {...rate} value={values.budget} onChange={(budget) => set({ budget })} />}
      <Select
        label={words.visibility}
        value={visibility}
        options={Object.entries(words.visibilities)}
        onChange={(value) => set({ visibility: value as typeof visibility })}
      />
      {visibility === "members" && (
        <PeopleField
          label={words.members}
          value={values.memberIds}
          onChange={(memberIds) => set({ memberIds })}
          hasTeams
        />
      )}
      <Disclosure summary={words.furtherFields}>
        <FurtherFields project={project} values={values} set={set} />
      </Disclosure>
    </>
  );
}

/** The fields that few projects need, folded at first. */
function FurtherFields({ project, values, set }: FieldsProps) {
  const words = useProjectWords();
  const canSeeMoney = useMe().scopes.includes("costs:read");
  const { budget, color, rounding } = values;
  return (
    <div className={`form ${classes.further}`}>
      {canSeeMoney && budget.kind !== "none" && (
        <BudgetDetails value={budget} onChange={(next) => set({ budget: next })} />
      )}
      <ColorField value={color} onChange={(next) => set({ color: next })} />
      <div className="fields">
        <Select
          label={words.rounding}
          value={rounding}
          options={Object.entries(words.roundings)}
          onChange={(value) => set({ rounding: value as typeof rounding })}
        />
        {rounding !== "none" && (
          <TextInput
            name="roundingMinutes"
            type="number"
            label={words.roundingMinutes}
            defaultValue={project?.rounding?.minutes ?? 15}
            min={1}
            max={1440}
            required
            field="rounding/minutes"
          />
        )}
      </div>
      <TextArea
        name="description"
        label={words.description}
        defaultValue={project?.description}
        maxLength={2000}
        rows={2}
      />
    </div>
  );
}
