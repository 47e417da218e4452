import "@mantine/core/styles/Checkbox.css";
import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { CreateProjectBody, Project } from "@stint/sdk";
import { useState } from "react";
import { useClients, useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { BudgetFields, type BudgetInput, toBudget, toBudgetInput } from "./budget-fields.tsx";
import { ColorField } from "./color-field.tsx";
import { MembersField } from "./members-field.tsx";
import { useProjectWords } from "#i18n/use-project-words.ts";
import classes from "./project-form.module.css";

/**
 * All fields except the status. Contains the budget only if it is visible to the person. Omitting a field from the form
 * is a type error.
 */
type ProjectFormFields = Required<Omit<CreateProjectBody, "status" | "budget">> & Pick<CreateProjectBody, "budget">;

interface Props {
  /** Undefined for a new project. */
  project: Project | undefined;
  /** The preselected client of a new project. */
  clientId?: string;
  onSend: (fields: ProjectFormFields) => Promise<unknown>;
  onClose: () => void;
}

export function ProjectForm({ project, clientId = "", onSend, onClose }: Props) {
  const { shell } = useText();
  const words = useProjectWords();
  const clients = useClients();
  const canSeeMoney = useMe().scopes.includes("costs:read");
  const [rounding, setRounding] = useState<keyof typeof words.roundings>(project?.rounding?.mode ?? "none");
  const [visibility, setVisibility] = useState(project?.visibility ?? "organization");
  const [memberIds, setMemberIds] = useState<readonly string[]>(project?.memberIds ?? []);
  const [color, setColor] = useState(project?.color ?? null);
  const [budget, setBudget] = useState<BudgetInput>(() => toBudgetInput(project?.budget));

  async function send(given: Record<string, string>): Promise<void> {
    const { name = "", code = null, description = "", roundingMinutes = "15" } = given;
    await onSend({
      name,
      code,
      description,
      clientId: given["clientId"] ?? null,
      color,
      billable: given["billable"] !== undefined,
      rounding: rounding === "none" ? null : { mode: rounding, minutes: Number(roundingMinutes) },
      visibility,
      memberIds,
      ...(canSeeMoney && { budget: toBudget(budget) }),
    });
  }

  return (
    <FormDialog
      title={project === undefined ? words.new : words.edit}
      submit={project === undefined ? words.create : shell.save}
      onSend={send}
      onClose={onClose}
      size="lg"
    >
      {(errorOf) => (
        <>
          <div className={classes.pair}>
            <TextInput
              name="name"
              label={words.name}
              defaultValue={project?.name}
              maxLength={200}
              required
              data-autofocus
              error={errorOf("name")}
            />
            <TextInput
              name="code"
              label={words.code}
              defaultValue={project?.code ?? ""}
              maxLength={40}
              error={errorOf("code")}
            />
          </div>
          <NativeSelect
            name="clientId"
            label={words.client}
            defaultValue={project?.clientId ?? clientId}
            data={[
              { value: "", label: words.noClient },
              ...clients
                .filter(({ id, archived }) => !archived || id === project?.clientId)
                .toSorted((left, right) => left.name.localeCompare(right.name))
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
            error={errorOf("clientId")}
          />
          <ColorField value={color} onChange={setColor} />
          <Textarea
            name="description"
            label={words.description}
            defaultValue={project?.description}
            maxLength={2000}
            rows={2}
            error={errorOf("description")}
          />
          <Checkbox
            name="billable"
            label={words.billable}
            description={words.billableHint}
            defaultChecked={project?.billable ?? true}
          />
          <div className={classes.pair}>
            <NativeSelect
              label={words.rounding}
              value={rounding}
              data={Object.entries(words.roundings).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => setRounding(currentTarget.value as typeof rounding)}
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
                error={errorOf("rounding/minutes")}
              />
            )}
          </div>
          {canSeeMoney && <BudgetFields value={budget} onChange={setBudget} errorOf={errorOf} />}
          <NativeSelect
            label={words.visibility}
            value={visibility}
            data={Object.entries(words.visibilities).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => setVisibility(currentTarget.value as typeof visibility)}
          />
          {visibility === "members" && <MembersField value={memberIds} onChange={setMemberIds} />}
        </>
      )}
    </FormDialog>
  );
}
