import type { ReactNode } from "react";

interface Props {
  className?: string;
  children: ReactNode;
}

/** Why a form or an action failed. Always on the page, because screen readers announce only changes of what they know. */
export function ErrorLine({ className = "", children }: Props) {
  return (
    <p role="alert" className={`error ${className}`}>
      {children}
    </p>
  );
}
