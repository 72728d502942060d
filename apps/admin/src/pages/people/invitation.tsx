import { Alert, Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { isProblem } from '../../api/problem.ts';
import { CopyButton } from '../../components/text/copy.tsx';
import { Dialog, FormDialog } from '../../components/dialog/dialog.tsx';
import type { ChangeFormProps } from '../../components/form/form.tsx';
import { useDraftForm } from '../../components/form/use-draft-form.ts';
import { Instant } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { COMPANY_ROLES, RoleChoice, SERVICE_ROLES } from './role-choice.tsx';
import type { Role } from './role-choice.tsx';

/** Whom to invite. */
export type NewUser = Schema<'AdminNewUser'>;

interface InviteFormProps {
  title: string;
  /** Invited people may belong to the service, or to any company. */
  isOfService: boolean;
  change: ChangeFormProps['change'];
  onSubmit: (user: NewUser) => Promise<unknown>;
  onClose: () => void;
}

const isOfCompany = (role: Role) => COMPANY_ROLES.some((each) => each === role);

const empty = { name: '', email: '', role: 'company_admin' as Role, companyId: '' };
const ROLES: readonly Role[] = [...COMPANY_ROLES, ...SERVICE_ROLES];

/** Name, e-mail and role; for the service also the company. */
export function InviteForm(props: InviteFormProps) {
  const { title, isOfService, change, onSubmit, onClose } = props;
  const { t } = useTranslation('people');
  const { form, draft, submit } = useDraftForm({
    name: isOfService ? 'user' : 'member',
    initialValues: empty,
    validate: {
      name: (name) => (name.trim() === '' ? t('form.nameMissing') : null),
      email: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : t('form.emailWrong')),
      companyId: (companyId, { role }) =>
        isOfService && companyId === '' && isOfCompany(role) ? t('form.companyMissing') : null,
    },
  });
  const isTaken = isProblem(change.error, 'CONFLICT');
  const send = submit(({ name, email, role, companyId }) => {
    return onSubmit({
      name,
      email: email.trim(),
      role,
      companyId: isOfService && isOfCompany(role) ? companyId : null,
    });
  });
  return (
    <FormDialog
      title={title}
      submit={t('form.submit')}
      change={change}
      error={isTaken ? null : change.error}
      draft={draft}
      onSubmit={send}
      onClose={onClose}
    >
      <TextInput label={t('form.name')} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('form.email')}
        type="email"
        {...form.getInputProps('email')}
        error={form.errors.email ?? (isTaken ? t('form.emailTaken') : null)}
      />
      <RoleChoice
        roles={isOfService ? ROLES : COMPANY_ROLES}
        value={form.values.role}
        onChange={(role) => form.setFieldValue('role', role)}
      />
      {isOfService && isOfCompany(form.values.role) && (
        <CompanySelect {...form.getInputProps('companyId')} />
      )}
    </FormDialog>
  );
}

interface CompanySelectProps {
  value?: string;
  onChange?: (companyId: string) => void;
  error?: React.ReactNode;
}

function CompanySelect({ value = '', onChange, error }: CompanySelectProps) {
  const { t } = useTranslation('people');
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search, 200);
  const { data } = useQuery({
    ...read('/companies', { search: searched }),
    placeholderData: keepPreviousData,
  });
  const found = data?.companies ?? [];
  return (
    <Select
      label={t('form.company')}
      description={t('form.companyHint')}
      clearable
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // What the API found is shown as it is.
      filter={({ options }) => options}
      data={found.map(({ id, name, tin }) => ({ value: id, label: `${name} (${tin})` }))}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange?.(chosen ?? '')}
      error={error}
    />
  );
}

interface InvitationShownProps {
  /** Whom to send it to. */
  name: string;
  invitation: Schema<'AdminInvitation'>;
  onClose: () => void;
}

/**
 * What becomes of an invitation. Only an operator without a mail server sees the link, this once.
 * The token stands behind a #: no server's log ever sees it.
 */
export function InvitationShown({ name, invitation, onClose }: InvitationShownProps) {
  const { t } = useTranslation('people');
  const { delivery, token, expiresAt } = invitation;
  const link = `${window.location.origin}/admin/invitation#${token}`;
  return (
    <Dialog
      onClose={onClose}
      title={t(`invitation.${delivery}.title`)}
      closeOnClickOutside={token === null}
    >
      <Stack>
        <Alert color={delivery === 'operator' ? 'yellow' : 'pine'}>
          <Text size="sm">
            {t(`invitation.${delivery}.text`, { name })}{' '}
            {expiresAt !== null && <Instant at={expiresAt} />}
          </Text>
        </Alert>
        {token !== null && (
          <>
            <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {link}
            </Code>
            <CopyButton value={link} label={t('invitation.copy')} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('invitation.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
