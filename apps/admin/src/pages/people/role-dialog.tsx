import { useState } from 'react';
import { call } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog/dialog.tsx';
import { useChange } from '../../components/form/change.tsx';
import { Note } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { peoplePath } from './people-path.ts';
import type { Person } from './people-list.tsx';
import { COMPANY_ROLES, RoleChoice, SERVICE_ROLES } from './role-choice.tsx';

interface RoleDialogProps {
  person: Person;
  /** Null on the service's own list. */
  companyId: string | null;
  onClose: () => void;
}

/** Gives a person another role; it holds at once, also where they are signed in. */
export function RoleDialog({ person, companyId, onClose }: RoleDialogProps) {
  const { t } = useTranslation('people');
  const { t: words } = useTranslation();
  const [role, setRole] = useState(person.role);
  const change = useChange(
    () =>
      call('patch', `${peoplePath(companyId)}/{userId}`, {
        companyId: companyId ?? '',
        userId: person.id,
        version: person.version,
        body: { role },
      }),
    {
      done: t('roleChange.done'),
      onDone: onClose,
      onError: 'shown',
    },
  );
  return (
    <FormDialog
      title={t('roleChange.title', { name: person.name === '' ? person.email : person.name })}
      submit={words('action.save')}
      change={change}
      onSubmit={() => (role === person.role ? onClose() : change.mutate())}
      onClose={onClose}
    >
      <RoleChoice
        roles={person.companyId === null ? SERVICE_ROLES : COMPANY_ROLES}
        value={role}
        onChange={setRole}
      />
      <Note>{t('roleChange.hint')}</Note>
    </FormDialog>
  );
}
