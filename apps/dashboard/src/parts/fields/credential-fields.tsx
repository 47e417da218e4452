import { type ComponentProps, use, useState } from "react";
import { useAccountWords } from "./use-account-words.ts";
import { Button } from "#ui/button/button.tsx";
import { PasswordInput, TextInput } from "#ui/fields/text-input.tsx";
import { FieldErrors } from "#ui/form/field-errors.ts";

interface Props {
  autoFocus?: boolean;
}

type PasswordProps = Partial<ComponentProps<typeof PasswordInput>>;

export function EmailField({ autoFocus = false }: Props) {
  const account = useAccountWords();
  return (
    <TextInput name="email" type="email" label={account.email} autoComplete="username" autoFocus={autoFocus} required />
  );
}

export function NameField({ autoFocus = false }: Props) {
  const account = useAccountWords();
  return <TextInput name="name" label={account.name} autoComplete="name" autoFocus={autoFocus} required />;
}

export function PasswordField({ autoFocus = false, ...props }: PasswordProps) {
  const account = useAccountWords();
  return (
    <PasswordInput
      name="password"
      label={account.password}
      autoComplete="current-password"
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      required
      showLabel={account.show}
      {...props}
    />
  );
}

export function NewPasswordField(props: PasswordProps) {
  const account = useAccountWords();
  const rules = { hint: account.passwordRule, minLength: 10, maxLength: 256 };
  return <PasswordField label={account.newPassword} autoComplete="new-password" {...rules} {...props} />;
}

/** A code from the authenticator app, or a recovery code. */
export function SecondFactorField() {
  const account = useAccountWords();
  const errorOf = use(FieldErrors);
  const error = errorOf("code") ?? errorOf("recoveryCode");
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <div>
      {isRecovery ? (
        <TextInput
          key="recovery"
          name="recoveryCode"
          label={account.recoveryCode}
          hint={account.recoveryCodeRule}
          autoComplete="off"
          autoFocus
          required
          error={error}
        />
      ) : (
        <TextInput
          key="code"
          name="code"
          label={account.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
          error={error}
        />
      )}
      <Button kind="quiet" isSmall onClick={() => setIsRecovery(!isRecovery)}>
        {isRecovery ? account.useCode : account.useRecoveryCode}
      </Button>
    </div>
  );
}
