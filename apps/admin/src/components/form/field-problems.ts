// What is wrong with the fields of a form, read from the page itself: whatever shows an error below
// a field, by whatever component, is found.

/** A field that is wrong, as the form names it and says it. */
export interface FieldProblem {
  label: string;
  message: string;
  field: HTMLElement;
}

const MARK = '-error';

/** In the order of the page; none where everything is right. */
export function problemsIn(form: HTMLElement): FieldProblem[] {
  return [...form.querySelectorAll<HTMLElement>(`[id$="${MARK}"]`)].flatMap((error) => {
    const base = error.id.slice(0, -MARK.length);
    const field = document.getElementById(base) ?? firstControl(error.parentElement);
    if (!field) return [];
    const label = document.getElementById(`${base}-label`)?.textContent ?? '';
    return [{ label, message: error.textContent, field }];
  });
}

/** Of a field of several controls: a picture is chosen with a button. */
function firstControl(group: HTMLElement | null): HTMLElement | null {
  return (
    group?.querySelector<HTMLElement>('button, input:not([type="file"]), select, textarea') ?? null
  );
}

/** Brings it into view, away from header and edge, also on a screen that is 650 px high. */
export function showField(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

/** Whether two readings say the same. */
export function areSame(one: readonly FieldProblem[], other: readonly FieldProblem[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ field, label, message }, index) => {
      const twin = other[index];
      return twin?.field === field && twin.label === label && twin.message === message;
    })
  );
}
