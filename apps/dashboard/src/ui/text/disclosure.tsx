import type { ComponentProps, ReactNode } from "react";

interface Props extends ComponentProps<"details"> {
  summary: ReactNode;
}

/** Content that is folded until somebody wants it. */
export function Disclosure({ summary, children, ...props }: Props) {
  return (
    <details {...props}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
