import { useMemo } from "react";
import { stint } from "#api/connection/client.ts";
import { type Somebody, usePeople } from "#api/people.ts";
import { useClients, useMe, useProjects, useTasks } from "#api/queries.ts";
import { createProject, createTask } from "#api/task-of-choice.ts";
import { useText } from "#i18n/text.ts";
import { useChange } from "#state/use-change.ts";
import { LongSelect, type LongSelectProps } from "#ui/choices/long-select.tsx";
import type { Option } from "#ui/fields/select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import { useChoicesWords } from "./use-choices-words.ts";

// Selects of what the organization has, found by typing. People with the right to create projects can create what they
// don't find. A person is not created here, because that takes an invitation.

interface Props extends Omit<LongSelectProps, "nothing" | "options" | "create"> {
  /** The name of the option without a value, if there is one. */
  none?: string | undefined;
}

export function ClientField({ value, ...props }: Props) {
  const words = useChoicesWords();
  const change = useChange();
  const clients = useClients();
  const offered = useMemo(() => clients.filter(({ id, archived }) => !archived || id === value), [clients, value]);
  const create = {
    label: words.createClient,
    run: async (name: string, key: string) => {
      const made = await change({
        label: words.clientCreated(name),
        queries: ["clients"],
        run: () => stint.clients.create({ name }, { idempotencyKey: key }),
        revert: ({ id }) => stint.clients.delete(id),
      });
      return made.id;
    },
  };
  return <ObjectField {...props} value={value} options={toOptions(offered)} create={create} />;
}

export function ProjectField({ value, ...props }: Props) {
  const { time } = useText();
  const projects = useProjects();
  const offered = useMemo(
    () => projects.filter(({ id, status }) => status === "active" || id === value),
    [projects, value],
  );
  return (
    <ObjectField
      {...props}
      value={value}
      options={toOptions(offered)}
      create={{ label: time.createProject, run: createProject }}
    />
  );
}

export function TaskField({ projectId, ...props }: Props & { projectId: string }) {
  const words = useChoicesWords();
  const create = {
    label: words.createTask,
    run: (name: string, key: string) => createTask(projectId, name, key),
  };
  return (
    <ObjectField {...props} options={toOptions(useTasks(projectId))} create={create} disabled={projectId === ""} />
  );
}

export function PersonField({ value, ...props }: Props) {
  const people = usePeople();
  const isOffered = ({ userId, isActive }: Somebody) => isActive || userId === value;
  return <ObjectField {...props} value={value} options={toOptions(people.filter(isOffered))} />;
}

function ObjectField({ none, options, create, ...props }: Props & Pick<LongSelectProps, "options" | "create">) {
  const { time } = useText();
  const mayCreate = useMe().scopes.includes("projects:write");
  const first: readonly Option[] = none === undefined ? [] : [["", none]];
  return (
    <LongSelect
      {...props}
      nothing={time.nothingFound}
      options={[...first, ...options]}
      create={mayCreate ? create : undefined}
    />
  );
}
