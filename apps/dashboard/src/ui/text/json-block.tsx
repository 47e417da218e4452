/** A value as JSON. It can be focused, so the keyboard can scroll it. */
export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  return (
    <pre className="code sunken scroll apart" role="region" aria-label={label} tabIndex={0}>
      {typeof value === "string" ? value : JSON.stringify(value, undefined, 2)}
    </pre>
  );
}
