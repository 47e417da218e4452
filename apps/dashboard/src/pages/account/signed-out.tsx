import type { ReactNode } from "react";
import { SettingsProvider } from "#state/settings/settings-provider.tsx";
import { Part } from "#ui/dialog/part.tsx";
import { StintMark } from "#ui/theme/stint-mark.tsx";
import classes from "./signed-out.module.css";

/** The frame of the screens for signed-out people. */
export function SignedOut({ children }: { children: ReactNode }) {
  return (
    <SettingsProvider me={undefined}>
      <main className={`form ${classes.main}`}>
        <p className="row strong">
          <StintMark /> Stint
        </p>
        <Part>{children}</Part>
      </main>
    </SettingsProvider>
  );
}
