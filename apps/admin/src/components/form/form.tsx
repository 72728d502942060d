import { Alert, Anchor, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../state/failure.tsx';
import { Instant } from '../text/text.tsx';
import type { OfferedDraft } from './use-draft-form.ts';

interface FormProps {
  onSubmit: () => void;
  children: ReactNode;
}

/**
 * Sent by its button or the Enter key; our own words say what is missing, in the reader's language.
 * What is wrong stands at the top, and the first wrong field gets the focus: the button always does
 * something.
 */
export function Form({ onSubmit, children }: FormProps) {
  const { form, problems, watch } = useFormProblems();
  const { t } = useTranslation();
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        watch(true);
        onSubmit();
      }}
      onInput={() => watch(false)}
    >
      {problems.length > 0 && (
        <Alert
          color="red"
          role="status"
          icon={<IconAlertTriangle />}
          title={t('form.wrong', { count: problems.length })}
          mb="md"
        >
          <List size="sm">
            {problems.map(({ field, label, message }) => (
              <List.Item key={`${label} ${message}`}>
                <Anchor component="button" type="button" size="sm" onClick={() => showField(field)}>
                  {label}
                </Anchor>
                {`: ${message}`}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {children}
    </form>
  );
}

/** Follows the fields after each rendering: the form does not know what is in it. */
function useFormProblems() {
  const form = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);
  // From when it is sent until something wrong is shown: the API may say it later.
  const isAwaited = useRef(false);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  useEffect(() => {
    if (!form.current || !wasSent.current) return;
    const found = problemsIn(form.current);
    setProblems((before) => (areSame(before, found) ? before : found));
    if (!isAwaited.current) return;
    const first = found[0]?.field ?? form.current.querySelector<HTMLElement>('[data-refusal]');
    if (!first) return;
    isAwaited.current = false;
    showField(first);
  });
  const watch = (isSent: boolean) => {
    wasSent.current ||= isSent;
    isAwaited.current = isSent;
  };
  return { form, problems, watch };
}

export interface ChangeFormProps extends FormProps {
  /** What it sends: while it runs the button waits. */
  change: { isPending: boolean; error: unknown };
  /** Why it was refused, if that is not the change's own error; null where a field says so. */
  error?: unknown;
  /** What was typed before and not saved. */
  draft?: OfferedDraft | null;
  /** The choice between two people's values, where somebody else has changed the same. */
  conflict?: ReactNode;
  /** What the button says that sends it; "Save" without it. */
  submit?: string | undefined;
  variant?: 'filled' | 'default';
  gap?: 'md' | 'lg';
  /** With it there is a button that closes the form. */
  onClose?: () => void;
}

/** Why it was refused, the fields, and the buttons. */
export function ChangeForm(props: ChangeFormProps) {
  const { change, error = change.error, draft = null, conflict, submit, onSubmit, onClose } = props;
  const { t } = useTranslation();
  return (
    <Form onSubmit={onSubmit}>
      <Stack gap={props.gap ?? 'md'}>
        {Boolean(error) && !change.isPending && (
          <div data-refusal tabIndex={-1}>
            <Failure error={error} />
          </div>
        )}
        {Boolean(conflict) && (
          <div data-refusal tabIndex={-1}>
            {conflict}
          </div>
        )}
        {draft && <DraftOffer draft={draft} />}
        {props.children}
        <Group justify="flex-end">
          {onClose && (
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
          )}
          <Button type="submit" variant={props.variant ?? 'filled'} loading={change.isPending}>
            {submit ?? t('action.save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function DraftOffer({ draft: { at, restore, discard } }: { draft: OfferedDraft }) {
  const { t } = useTranslation();
  return (
    <Alert color="blue" role="status" icon={<IconPencil />} title={t('draft.title')}>
      <Text size="sm">
        {t('draft.text')} <Instant at={at} />
      </Text>
      <Group mt="sm" gap="xs">
        <Button size="xs" onClick={restore}>
          {t('draft.restore')}
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
}

interface CodeInputProps extends TextInputProps {
  onCode: (code: string) => void;
}

/** The six digits of an authenticator app. */
export function CodeInput({ onCode, ...others }: CodeInputProps) {
  return (
    <TextInput
      {...others}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      maw={220}
      onChange={(event) => onCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
    />
  );
}

// What is wrong with the fields of a form, read from the page itself: whatever shows an error below
// a field, by whatever component, is found.

/** A field that is wrong, as the form names it and says it. */
interface FieldProblem {
  label: string;
  message: string;
  field: HTMLElement;
}

const MARK = '-error';

/** In the order of the page; none where everything is right. */
function problemsIn(form: HTMLElement): FieldProblem[] {
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
function showField(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

/** Whether two readings say the same. */
function areSame(one: readonly FieldProblem[], other: readonly FieldProblem[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ field, label, message }, index) => {
      const twin = other[index];
      return twin?.field === field && twin.label === label && twin.message === message;
    })
  );
}
