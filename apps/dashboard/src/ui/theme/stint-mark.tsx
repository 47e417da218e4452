export function StintMark() {
  return (
    <svg width="1.25rem" height="1.25rem" viewBox="0 0 32 32" fill="none" strokeWidth="3.5" aria-hidden>
      <circle cx="16" cy="16" r="12" stroke="currentColor" />
      <path d="M16 9v7" stroke="var(--live)" strokeLinecap="round" />
    </svg>
  );
}
