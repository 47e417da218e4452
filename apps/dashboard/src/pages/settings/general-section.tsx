import type { Organization } from "@stint/sdk";
import { CurrencyField } from "#parts/fields/currency-field.tsx";
import { Section } from "#ui/form/section.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useOrganizationChange } from "./use-organization-change.ts";
import { useOrganizationWords } from "#i18n/words/use-organization-words.ts";
import { Form } from "#ui/form/form.tsx";

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
      <Form
        key={`${organization.name} ${organization.currency}`}
        form={form}
        submit={canWrite ? words.save : undefined}
      >
        <TextInput
          name="name"
          label={words.name}
          defaultValue={organization.name}
          maxLength={200}
          required
          readOnly={!canWrite}
        />
        <CurrencyField
          name="currency"
          label={words.currency}
          hint={words.currencyHint}
          defaultValue={organization.currency}
          readOnly={!canWrite}
        />
      </Form>
    </Section>
  );
}
