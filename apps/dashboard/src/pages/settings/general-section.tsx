import type { Organization } from "@stint/sdk";
import { CurrencyField } from "#parts/fields/currency-field.tsx";
import { Section } from "#ui/form/section.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Button } from "#ui/button/button.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useOrganizationChange } from "./use-organization-change.ts";
import { useOrganizationWords } from "./use-organization-words.ts";

export interface SectionProps {
  organization: Organization;
  canWrite: boolean;
}

export function GeneralSection({ organization, canWrite }: SectionProps) {
  const words = useOrganizationWords();
  const change = useOrganizationChange(organization, words.saved);
  const form = useForm(async ({ name = "", currency = "" }) => {
    const body = {
      ...(name === organization.name ? {} : { name }),
      ...(currency === organization.currency ? {} : { currency }),
    };
    if (Object.keys(body).length > 0) await change(body);
  });
  return (
    <Section title={words.general} lead={words.generalLead}>
      <form key={`${organization.name} ${organization.currency}`} className="form" onSubmit={form.onSubmit}>
        <TextInput
          name="name"
          label={words.name}
          defaultValue={organization.name}
          maxLength={200}
          required
          readOnly={!canWrite}
          error={form.errorOf("name")}
        />
        <CurrencyField
          name="currency"
          label={words.currency}
          hint={words.currencyHint}
          defaultValue={organization.currency}
          readOnly={!canWrite}
          error={form.errorOf("currency")}
        />
        <p role="alert" className="error">
          {form.message}
        </p>
        {canWrite && (
          <Button type="submit" isBusy={form.isSending}>
            {words.save}
          </Button>
        )}
      </form>
    </Section>
  );
}
