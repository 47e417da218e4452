import { useState } from "react";
import { useText } from "#i18n/text.ts";
import { Button } from "#ui/button/button.tsx";
import { PasswordInput, TextInput } from "#ui/fields/text-input.tsx";

interface Props {
  error: string | undefined;
  autoFocus?: boolean;
}

interface PasswordProps extends Props {
  /** The form field's name; default: `password`. */
  name?: string;
  label?: string;
}

export function EmailField({ error, autoFocus = false }: Props) {
  const { account } = useText();
  return (
    <TextInput
      name="email"
      type="email"
      label={account.email}
      autoComplete="username"
      autoFocus={autoFocus}
      required
      error={error}
    />
  );
}

export function NameField({ error, autoFocus = false }: Props) {
  const { account } = useText();
  return (
    <TextInput name="name" label={account.name} autoComplete="name" autoFocus={autoFocus} required error={error} />
  );
}

export function PasswordField({ error, autoFocus = false, name = "password", label }: PasswordProps) {
  const { account } = useText();
  return (
    <PasswordInput
      name={name}
      label={label ?? account.password}
      autoComplete="current-password"
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      required
      error={error}
      showLabel={account.show}
    />
  );
}

export function NewPasswordField({ error, autoFocus = false, name = "password", label }: PasswordProps) {
  const { account } = useText();
  return (
    <PasswordInput
      name={name}
      label={label ?? account.newPassword}
      hint={account.passwordRule}
      autoComplete="new-password"
      minLength={10}
      maxLength={256}
      autoFocus={autoFocus}
      required
      error={error}
      showLabel={account.show}
    />
  );
}

/** A code from the authenticator app, or a recovery code. */
export function SecondFactorField({ error }: Pick<Props, "error">) {
  const { account } = useText();
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
