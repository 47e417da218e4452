import type { CreateProjectBody, Project } from "@stint/sdk";
import { useState } from "react";
import { useClients, useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { explainError, ExplainedError } from "#api/explain-error.ts";
import { useIsUnpriced } from "#api/rates-of.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { BudgetFields, type BudgetInput, toBudget, toBudgetInput } from "./budget-fields.tsx";
import { ColorField } from "./color-field.tsx";
import { MembersField } from "./members-field.tsx";
import { RateField } from "./rate-field.tsx";
import type { ProjectActions } from "#pages/projects/use-project-actions.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { TextArea, TextInput } from "#ui/fields/text-input.tsx";

/**
 * All fields except the status. Contains the budget only if it is visible to the person. Omitting a field from the form
 * is a type error.
 */
type ProjectFormFields = Required<Omit<CreateProjectBody, "status" | "budget" | "color">> &
  Pick<CreateProjectBody, "budget" | "color">;

interface Props {
  /** Undefined for a new project. */
  project: Project | undefined;
  /** The preselected client of a new project. */
  clientId?: string;
  actions: ProjectActions;
  onCreated?: ((id: string) => void) | undefined;
  onClose: () => void;
}

const newClient = "new";
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * Edits a project, or creates one with its client and rate, each in a request of its own. A request keeps its
 * idempotency key when the form is sent again, so nothing is created twice, even if a reply is lost.
 */
export function ProjectForm({ project, clientId = "", actions, onCreated, onClose }: Props) {
  const text = useText();
  const words = useProjectWords();
  const { scopes } = useMe();
  const canSeeMoney = scopes.includes("costs:read");
  const canSetRate = project === undefined && canSeeMoney && scopes.includes("rates:write");
  const [client, setClient] = useState(project?.clientId ?? clientId);
  const [rateMinor, setRateMinor] = useState<number>();
  const [rounding, setRounding] = useState<Rounding>(project?.rounding?.mode ?? "none");
  const [visibility, setVisibility] = useState(project?.visibility ?? "organization");
  const [memberIds, setMemberIds] = useState<readonly string[]>(project?.memberIds ?? []);
  const [color, setColor] = useState(project?.color ?? null);
  const [budget, setBudget] = useState<BudgetInput>(() => toBudgetInput(project?.budget));
  const isUnpriced = useIsUnpriced(budget.kind, project) && (budget.kind === "cost" || rateMinor === undefined);
  const [keys, setKeys] = useState({ client: newKey(), project: newKey() });
  const [clientMade, setClientMade] = useState("");
  // The new project, if its rate was refused. The form then sets only the rate.
  const [made, setMade] = useState<Project>();

  async function createClient(name: string): Promise<string> {
    const { id } = await actions.createClient(name, keys.client).catch((error: unknown) => {
      throw new ExplainedError(words.clientNotMade(name, explainError(error, text)));
    });
    setClientMade(name);
    setClient(id);
    setKeys({ ...keys, client: newKey() });
    return id;
  }

  async function send(given: Record<string, string>): Promise<void> {
    if (made !== undefined) return actions.setRate(made, rateMinor ?? 0, keys.project);
    const { name = "", code = null, description = "", roundingMinutes = "15", clientName = "" } = given;
    const fields: ProjectFormFields = {
      name,
      code,
      description,
      clientId: client === newClient ? await createClient(clientName) : client || null,
      // The server chooses the colour of a new project.
      ...((project !== undefined || color !== null) && { color }),
      billable: given["billable"] !== undefined,
      rounding: rounding === "none" ? null : { mode: rounding, minutes: Number(roundingMinutes) },
      visibility,
      memberIds,
      ...(canSeeMoney && { budget: toBudget(budget) }),
    };
    if (project !== undefined) return void (await actions.update(project, fields));
    const created = await actions.create(fields, rateMinor, keys.project);
    if (created.refused === undefined) return onCreated?.(created.made.id);
    setMade(created.made);
    throw created.refused;
  }

  function close(): void {
    if (made !== undefined) onCreated?.(made.id);
    onClose();
  }

  const rate = { value: rateMinor, onChange: setRateMinor };
  // The same element type as the form below, so React keeps the form's error.
  if (made !== undefined)
    return (
      <FormDialog title={words.new} submit={words.setRate} onSend={send} onClose={close} size="lg">
        {(errorOf) => (
          <>
            <p>{words.rateMissing(made.name)}</p>
            <RateField {...rate} required error={errorOf("rateMinor")} />
          </>
        )}
      </FormDialog>
    );
  return (
    <FormDialog
      title={project === undefined ? words.new : words.edit}
      submit={project === undefined ? words.create : text.shell.save}
      onSend={send}
      onClose={close}
      size="lg"
    >
      {(errorOf) => (
        <>
          <div className="fields">
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
          <ColorField value={color} onChange={setColor} />
          <ClientFields project={project} value={client} made={clientMade} onChange={setClient} errorOf={errorOf} />
          {canSetRate && <RateField {...rate} error={errorOf("rateMinor")} />}
          <Checkbox
            name="billable"
            label={words.billable}
            hint={words.billableHint}
            defaultChecked={project?.billable ?? true}
          />
          {canSeeMoney && (
            <BudgetFields value={budget} onChange={setBudget} isUnpriced={isUnpriced} errorOf={errorOf} />
          )}
          <Select
            label={words.visibility}
            value={visibility}
            options={Object.entries(words.visibilities)}
            onChange={(value) => setVisibility(value as typeof visibility)}
          />
          {visibility === "members" && <MembersField value={memberIds} onChange={setMemberIds} />}
          <RoundingFields project={project} value={rounding} onChange={setRounding} errorOf={errorOf} />
          <TextArea
            name="description"
            label={words.description}
            defaultValue={project?.description}
            maxLength={2000}
            rows={2}
            error={errorOf("description")}
          />
        </>
      )}
    </FormDialog>
  );
}

type Rounding = NonNullable<Project["rounding"]>["mode"] | "none";

interface FieldsProps<Value extends string> {
  project: Project | undefined;
  value: Value;
  onChange: (value: Value) => void;
  errorOf: (field: string) => string | undefined;
}

/** An existing client, or the name of a new one. */
function ClientFields({ project, value, made, onChange, errorOf }: FieldsProps<string> & { made: string }) {
  const words = useProjectWords();
  const clients = useClients();
  return (
    <div className="fields">
      <Select
        label={words.client}
        value={value}
        options={[
          ["", words.noClient],
          ...clients
            .filter(({ id, archived }) => !archived || id === project?.clientId)
            .toSorted((left, right) => left.name.localeCompare(right.name))
            .map(({ id, name }): Option => [id, name]),
          [newClient, words.newClient],
        ]}
        onChange={onChange}
        hint={made !== "" && words.clientMade(made)}
        error={errorOf("clientId")}
      />
      {value === newClient && <TextInput name="clientName" label={words.clientName} maxLength={200} required />}
    </div>
  );
}

function RoundingFields({ project, value, onChange, errorOf }: FieldsProps<Rounding>) {
  const words = useProjectWords();
  return (
    <div className="fields">
      <Select
        label={words.rounding}
        value={value}
        options={Object.entries(words.roundings)}
        onChange={(chosen) => onChange(chosen as Rounding)}
      />
      {value !== "none" && (
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
  );
}
