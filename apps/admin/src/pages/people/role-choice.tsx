import { Radio, Stack } from '@mantine/core';
import type { Schema } from '../../api/contract.ts';
import { useTranslation } from '../../i18n/i18n.ts';

/** What a person may do. */
export type Role = Schema<'AdminNewUser'>['role'];

/** The roles that people of a company can have. */
export const COMPANY_ROLES = ['company_admin', 'accountant', 'support'] as const;
/** The roles of the service itself. */
export const SERVICE_ROLES = ['operator', 'service_support'] as const;

interface RoleChoiceProps {
  roles: readonly Role[];
  value: Role;
  onChange: (role: Role) => void;
}

/** One of several roles, each with what it may do. */
export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const { t } = useTranslation('people');
  const { t: shell } = useTranslation();
  return (
    <Radio.Group
      label={t('form.role')}
      value={value}
      onChange={(chosen) => onChange(roles.find((role) => role === chosen) ?? value)}
    >
      <Stack gap="sm" mt="xs">
        {roles.map((role) => (
          <Radio
            key={role}
            value={role}
            label={shell(`account.${role}`)}
            description={t(`roleHint.${role}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
