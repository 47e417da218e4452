import { useCallback } from "react";
import { X } from "lucide-react";
import { Button } from "#ui/button/button.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { Choices } from "#ui/choices/choices.tsx";
import { Select } from "#ui/fields/select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import { useClients } from "#api/queries.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { useText } from "#i18n/text.ts";
import { type ProjectFilter, noProjectFilter, writeProjectFilter } from "./project-filter.ts";
import bar from "#ui/list/filter-bar.module.css";

interface FiltersProps {
  filter: ProjectFilter;
  onChange: (part: Partial<ProjectFilter>) => void;
  canSeeMoney: boolean;
}

export function ProjectFilters({ filter, onChange, canSeeMoney }: FiltersProps) {
  const { shell } = useText();
  const words = useProjectWords();
  const clients = useClients();
  const { q, clientId, status, budgetStatus } = filter;
  const search = useCallback((text: string) => onChange({ q: text }), [onChange]);
  return (
    <search className="wrap apart">
      <SearchField label={words.search} value={q} onChange={search} />
      <div className={bar.fields}>
        <Select
          label={shell.status}
          hidesLabel
          value={status}
          options={Object.entries(words.statuses)}
          onChange={(value) => onChange({ status: value as ProjectFilter["status"] })}
        />
        <Choices
          label={words.client}
          any={words.anyClient}
          values={clientId}
          options={toOptions(clients)}
          onChange={(chosen) => onChange({ clientId: chosen })}
        />
        {canSeeMoney && (
          <Select
            label={words.budget}
            hidesLabel
            value={budgetStatus}
            options={[["", words.anyBudget], ...Object.entries(words.budgets)]}
            onChange={(value) => onChange({ budgetStatus: value as ProjectFilter["budgetStatus"] })}
          />
        )}
        {writeProjectFilter(filter).size > 0 && (
          <Button kind="quiet" onClick={() => onChange(noProjectFilter)}>
            <X size={16} aria-hidden /> {words.clear}
          </Button>
        )}
      </div>
    </search>
  );
}
