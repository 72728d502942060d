import type { ReactNode } from 'react';

/** Sent by its button or the Enter key; our own words say what is missing, in the reader's language. */
export function Form({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
