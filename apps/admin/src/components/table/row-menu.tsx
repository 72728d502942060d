import { ActionIcon, Menu } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/i18n.ts';

interface RowAction {
  label: string;
  Sign?: Icon;
  /** Something ends that does not come back. */
  isGrave?: boolean;
  onClick: () => void;
}

interface RowMenuProps {
  /** Of what it is, for screen readers. */
  name: string;
  /** What is not possible is false. */
  items: readonly (RowAction | false)[];
  button?: ActionIconProps;
}

/** What can be done about one thing of many. */
export function RowMenu({ name, items, button }: RowMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { name })} {...button}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items
          .filter((item) => item !== false)
          .map(({ label, Sign, isGrave, onClick }) => (
            <Menu.Item
              key={label}
              onClick={onClick}
              {...(Sign && { leftSection: <Sign size={16} /> })}
              {...(isGrave && { c: 'red' })}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
